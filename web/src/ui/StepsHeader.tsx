import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { Check } from 'lucide-react';
import { uiTexts } from './texts';

/** A step by its name, or by the choice made in it. */
export interface Step {
  name: string;
  /** A link back to it; for finished steps. */
  render?: ReactElement<{ className?: string; children?: ReactNode }>;
}

export interface StepsHeaderProps {
  step?: number;
  total?: number;
  title?: string;
  subtitle?: ReactNode;
  /** A BackButton. */
  back: ReactNode;
  /** The steps in order: finished ones by their choice ("Riverside Arena"). Shown on larger screens. */
  steps?: readonly (string | Step)[];
  /** Pills under the title: the choices made so far. */
  children?: ReactNode;
}

/** The head of a booking step: the current step and its task (spec §2: 'step/total', title, subtitle). */
export function StepsHeader({
  step = 1,
  total = 3,
  title = uiTexts.stepTitle,
  subtitle = uiTexts.stepSubtitle,
  back,
  steps,
  children,
}: StepsHeaderProps) {
  const numbers = Array.from({ length: total }, (_, i) => i + 1);
  return (
    <header>
      <div className="flex items-center gap-3.5 py-4 md:py-6">
        {back}
        <div aria-hidden="true" className={`flex flex-1 gap-1.5 ${steps ? 'md:hidden' : 'md:max-w-80'}`}>
          {numbers.map((n) => (
            <span
              key={n}
              className={`h-1.25 flex-1 rounded-full transition-colors duration-200 ${n <= step ? 'bg-ink' : 'bg-line'}`}
            />
          ))}
        </div>
        {steps && (
          <ol className="hidden flex-wrap items-center gap-x-7 gap-y-2 md:flex">
            {steps.map((given, at) => {
              const { name, render }: Step = typeof given === 'string' ? { name: given } : given;
              const classes = 'flex items-center gap-2.5';
              const inside = (
                <>
                  <span
                    className={`figures grid size-6.5 place-items-center rounded-full text-small font-bold ${at + 1 <= step ? 'bg-solid text-on-solid' : 'border-[1.5px] border-edge'}`}
                  >
                    {at + 1 < step ? <Check aria-hidden="true" className="size-3.5" strokeWidth={3} /> : at + 1}
                  </span>
                  {name}
                </>
              );
              return (
                <li
                  key={name}
                  aria-current={at + 1 === step ? 'step' : undefined}
                  className={`text-[.9375rem] ${render ? '' : classes} ${at + 1 === step ? 'font-bold' : 'font-semibold text-quiet'}`}
                >
                  {render
                    ? cloneElement(render, {
                        className: `${classes} -my-1.5 min-h-11 rounded-md underline-offset-4 hover:text-ink hover:underline`,
                        children: inside,
                      })
                    : inside}
                </li>
              );
            })}
          </ol>
        )}
        <p className="figures ml-auto text-small font-bold text-quiet">
          {step}/{total}
        </p>
      </div>
      <h1 className="display text-h1">{title}</h1>
      {subtitle !== undefined && <p className="mt-1.5 text-quiet">{subtitle}</p>}
      {children !== undefined && <div className="mt-3 flex flex-wrap gap-2">{children}</div>}
    </header>
  );
}
