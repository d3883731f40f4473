import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { Button } from '@/ui/Button';
import { paths } from '@/desk/lib/paths';
import type { Section } from './sections';
import { sectionsTexts } from './sections-texts';

/** The first steps of an owner who has no venue yet. */
export function FirstSteps({ hasKey, hasBrand }: { hasKey: boolean; hasBrand: boolean }) {
  const steps = [
    {
      name: 'key',
      title: sectionsTexts.keyStep,
      text: sectionsTexts.keyText,
      action: sectionsTexts.keyGo,
      link: paths.keys(),
      isDone: hasKey,
    },
    {
      name: 'brand',
      title: sectionsTexts.brandStep,
      text: sectionsTexts.brandText,
      action: hasBrand ? sectionsTexts.change : sectionsTexts.brandGo,
      link: paths.brand(),
      isDone: hasBrand,
    },
    {
      name: 'venue',
      title: sectionsTexts.venueStep,
      text: sectionsTexts.venueText,
      action: sectionsTexts.venueGo,
      link: paths.venues('new'),
      isDone: false,
    },
    {
      name: 'staff',
      title: sectionsTexts.staffStep,
      text: sectionsTexts.staffText,
      action: sectionsTexts.staffGo,
      link: paths.staff(),
      isDone: false,
    },
  ];
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <section aria-label={sectionsTexts.steps} className="rounded-xl border border-line bg-card">
      <ol className="divide-y divide-line">
        {steps.map(({ name, isDone, ...step }, place) => {
          const state = name === next?.name ? 'next' : 'later';
          return <Step key={name} number={place + 1} state={isDone ? 'done' : state} {...step} />;
        })}
      </ol>
    </section>
  );
}

interface StepProps {
  number: number;
  title: string;
  text: string;
  state: 'done' | 'next' | 'later';
  action: string;
  link: Section['link'];
}

function Step({ number, title, text, state, action, link }: StepProps) {
  return (
    <li
      aria-current={state === 'next' ? 'step' : undefined}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 p-5 md:flex-nowrap md:p-6"
    >
      <span
        aria-hidden="true"
        className={`display grid size-12 shrink-0 place-items-center rounded-full text-h3 ${state === 'next' ? 'bg-deep text-ball' : 'bg-raised text-quiet'}`}
      >
        {state === 'done' ? <Check className="size-6 text-good" /> : number}
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <h2 className="text-lead font-bold">
          {title}
          {state === 'done' && <span className="ml-2 text-small font-semibold text-good">{sectionsTexts.done}</span>}
        </h2>
        <p className="text-quiet">{text}</p>
      </div>
      <Button
        variant={state === 'next' ? 'lime' : 'outline'}
        size="md"
        className="max-md:w-full"
        render={<Link {...link} />}
      >
        {action}
      </Button>
    </li>
  );
}
