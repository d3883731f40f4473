import { Link } from '@tanstack/react-router';
import { ChevronRight, type LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTitle } from '@/lib/title';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { PageHeading } from '@/ui/PageHeading';
import { may, useMe } from '@/desk/api/me';
import { noVenueText } from '@/desk/layout/missing-venue';
import { paths } from '@/desk/lib/paths';
import { FirstSteps } from './FirstSteps';
import { sectionsOf, type Section } from './sections';
import { sectionsTexts } from './sections-texts';

/** The screens of the set-up, in groups, and what is missing yet. */
export function SetUpPage() {
  useTitle(sectionsTexts.title);
  const me = useMe();
  if (me === undefined) return null;
  const hasNoVenue = me.venues.length === 0;
  const mayAdd = may(me, 'setup.edit');
  // A retired venue is brought back; a first one is not added beside it.
  const isBeginning = hasNoVenue && me.past_venues.length === 0 && mayAdd;
  return (
    <div className="relative min-h-0 flex-1 overflow-y-auto">
      <div className="gutter mx-auto grid w-full max-w-5xl gap-8 py-8">
        <PageHeading
          title={
            isBeginning ? sectionsTexts.welcome(me.staff.name.split(' ')[0] ?? me.staff.name) : sectionsTexts.title
          }
          subtitle={isBeginning ? sectionsTexts.welcomeText : sectionsTexts.text}
        />
        {isBeginning && <FirstSteps hasKey={me.has_key} hasBrand={me.business.has_brand} />}
        {!isBeginning && mayAdd && !me.business.has_brand && (
          <Notice
            tone="warn"
            title={sectionsTexts.noBrand}
            action={
              <Button variant="outline" size="sm" render={<Link {...paths.brand()} />}>
                {sectionsTexts.brandGo}
              </Button>
            }
          >
            {sectionsTexts.noBrandText}
          </Notice>
        )}
        {hasNoVenue && !mayAdd && <Notice title={noVenueText(me, sectionsTexts.noVenue)} />}
        <div className="grid items-start gap-6 md:grid-cols-2">
          {sectionsOf(me).map(({ name, entries }) => (
            <Group key={name} title={sectionsTexts.groups[name]}>
              {entries.map((entry) => (
                <Row key={entry.name} {...entry} />
              ))}
            </Group>
          ))}
        </div>
      </div>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-xl border border-line bg-card">
      <h2 id={id} className="px-5 pt-4 pb-1 text-small font-bold text-quiet">
        {title}
      </h2>
      <ul className="pb-2">{children}</ul>
    </section>
  );
}

function Row({ name, link, Icon }: Section) {
  return (
    <li>
      <Link
        {...link}
        className="group flex min-h-16 items-center gap-3.5 px-5 py-2.5 hover:bg-raised focus-visible:focus-ring"
      >
        <Tile Icon={Icon} />
        <span className="min-w-0 flex-1">
          <span className="block font-bold">{sectionsTexts.names[name]}</span>
          <span className="block text-small text-quiet">{sectionsTexts.about[name]}</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-4.5 shrink-0 text-quiet group-hover:text-ink" />
      </Link>
    </li>
  );
}

function Tile({ Icon }: { Icon: LucideIcon }) {
  return (
    <span className="grid size-10 shrink-0 place-items-center rounded-md bg-raised text-quiet group-hover:bg-card group-hover:text-ink">
      <Icon aria-hidden="true" className="size-5" />
    </span>
  );
}
