import { Link } from '@tanstack/react-router';
import { chipDay, dayAndMonth, timeRange } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { useSkeleton } from '@/lib/skeleton';
import { useTitle } from '@/lib/title';
import { EmptyCourtArt } from '@/ui/art/EmptyCourtArt';
import { BackButton } from '@/ui/BackButton';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Notice } from '@/ui/Notice';
import { Pill } from '@/ui/Pill';
import { Skeleton } from '@/ui/Skeleton';
import { StepsHeader } from '@/ui/StepsHeader';
import { ConfirmDialog } from './confirm/ConfirmDialog';
import { CourtAction } from './court/CourtAction';
import { CourtMap } from './court/CourtMap';
import { CourtsSkeleton } from './court/CourtsSkeleton';
import { CourtsFailure, CourtsLoading, QuestionWithReservedSpace } from './court/CourtsState';
import { OtherHours } from './court/OtherHours';
import { OwnCourt } from './court/OwnCourt';
import { TakenCourt } from './court/TakenCourt';
import { useCourtSelection } from './court/use-court-selection';
import { GameSummary } from './GameSummary';
import { backTexts, courtTexts, stepTexts } from './texts';

/** With at most this many free courts, other hours are offered as well. */
const FEW = 4;

/** Step 3 of 3: choose a court (spec §2). */
export function CourtSelectionPage() {
  return useSkeleton() ? <CourtsSkeleton /> : <CourtsOfHour />;
}

function CourtsOfHour() {
  useTitle(courtTexts.documentTitle);
  const { map, ...selection } = useCourtSelection();
  const { place, date, time, courts, slots, groups, all, free, why, taken, picked, chosen, own } = selection;
  const { isHolding, venueName, venuesPath, timesPath, playMinutes } = selection;

  const when = `${chipDay(date)}, ${time}`;
  const venueStep = venueName ?? stepTexts.names[0] ?? '';
  const ownAction =
    own && picked
      ? {
          name: picked.name,
          state: courtTexts.ownState[own.kind],
          label:
            own.kind === 'booked'
              ? courtTexts.openPass
              : own.court.isBeingPaid
                ? courtTexts.seePayment
                : courtTexts.finish,
        }
      : undefined;
  // Without a court to choose, the button could only ask the player to choose one.
  const hasCourts = !courts.isLoadingError && !selection.isRefused && (courts.isPending || all > 0);
  const action = {
    chosen,
    own: ownAction,
    isBusy: isHolding,
    isFinding: selection.isFinding,
    onContinue: selection.continueWithCourt,
  };

  return (
    <div className="page gutter pb-10">
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-14">
        <div className="min-w-0">
          <StepsHeader
            step={3}
            title={courtTexts.title}
            subtitle={
              courts.isPending ? (
                <QuestionWithReservedSpace time={time} />
              ) : all === 0 || why !== null ? (
                courtTexts.question
              ) : (
                courtTexts.subtitle(free, all, time)
              )
            }
            back={<BackButton label={backTexts.times} render={<Link {...timesPath} />} />}
            steps={[
              { name: venueStep, render: <Link {...venuesPath}>{venueStep}</Link> },
              { name: when, render: <Link {...timesPath}>{when}</Link> },
              stepTexts.names[2] ?? '',
            ]}
          >
            <span className="flex flex-wrap gap-2 md:hidden">
              <Pill render={<Link {...venuesPath} />}>
                <span className="sr-only">{stepTexts.changeVenue}</span>{' '}
                {venueName ?? <Skeleton className="h-3.5 w-24" />}
              </Pill>
              <Pill render={<Link {...timesPath} />}>
                <span className="sr-only">{stepTexts.changeHour}</span> {when}
              </Pill>
            </span>
          </StepsHeader>
          <div className="mt-6 grid grid-cols-1 gap-6">
            {taken !== undefined && (
              <TakenCourt
                key={`${selection.hour} ${taken.id}`}
                name={taken.name}
                isJustTaken={selection.isJustTaken}
                othersAreFree={groups.some((group) =>
                  group.courts.some((court) => court.isFree && court.id !== taken.id),
                )}
                alternatives={selection.alternatives}
                place={place}
                isBusy={isHolding}
                onTake={selection.takeInstead}
              />
            )}
            {courts.isPending || (selection.noneFree && slots.isPending) ? (
              <CourtsLoading />
            ) : courts.data === undefined || selection.isRefused ? (
              <CourtsFailure cause={courts.error} isBusy={courts.isFetching} onRetry={() => void courts.refetch()} />
            ) : all === 0 ? (
              <Notice>{courtTexts.noCourts}</Notice>
            ) : why !== null ? (
              <EmptyState
                art={<EmptyCourtArt />}
                title={courtTexts.notOffered[why](when)}
                text={courtTexts.notOfferedNote[why]}
                action={
                  <Button variant="lime" size="md" render={<Link {...timesPath} />}>
                    {courtTexts.otherHour}
                  </Button>
                }
              />
            ) : (
              <>
                {/* It is there before its text, so that screen readers announce it. */}
                <div role="status" className="empty:sr-only">
                  {picked !== undefined && own !== undefined && (
                    <OwnCourt name={picked.name} ownership={own} onOpen={() => selection.openOwn(own)} />
                  )}
                </div>
                {picked !== undefined && selection.isLoggedOut && (
                  <Notice
                    tone="warn"
                    isLive
                    action={
                      <Button variant="outline" size="sm" onClick={() => selection.logIn(picked.id)}>
                        {courtTexts.logInAgain}
                      </Button>
                    }
                  >
                    {courtTexts.loggedOut(picked.name)}
                  </Notice>
                )}
                {free === 0 && chosen === undefined && own === undefined && (
                  <Notice
                    tone="note"
                    action={
                      <Button variant="outline" size="sm" render={<Link {...timesPath} />}>
                        {courtTexts.otherHour}
                      </Button>
                    }
                  >
                    {courtTexts.allTaken}
                  </Notice>
                )}
                <div ref={map}>
                  <CourtMap
                    groups={groups}
                    chosen={chosen?.id}
                    changed={selection.changed}
                    ownership={selection.ownershipOnMap}
                    onChoose={selection.chooseOnMap}
                  />
                </div>
                {free <= FEW && taken === undefined && (
                  <OtherHours place={place} time={time} slots={selection.hoursOfDay} />
                )}
              </>
            )}
          </div>
        </div>
        {hasCourts && why === null && (
          <div className="hidden lg:block">
            <div className="sticky top-24 pt-6">
              <GameSummary
                title={(chosen ?? (own && picked))?.name ?? courtTexts.noCourtYet}
                subtitle={
                  chosen
                    ? courtTexts.type[chosen.type]
                    : own && picked
                      ? courtTexts.ownState[own.kind]
                      : courtTexts.tapOne
                }
                court={chosen ?? (own && picked)}
                state={own?.kind}
                rows={[
                  { label: courtTexts.venue, value: venueName ?? '…' },
                  { label: courtTexts.date, value: dayAndMonth(date) },
                  { label: courtTexts.time, value: playMinutes === undefined ? time : timeRange(time, playMinutes) },
                  { label: courtTexts.players, value: courtTexts.upTo4 },
                ]}
                total={chosen?.price ?? own?.court.total_amount}
                noTotal={courtTexts.tapOne}
                action={<CourtAction {...action} variant="lime" />}
                note={selection.cancelNote}
              />
            </div>
          </div>
        )}
      </div>
      {hasCourts && why === null && <CourtAction {...action} variant="deep" sticky playMinutes={playMinutes} />}
      <p role="status" className="sr-only">
        {chosen ? courtTexts.chosen(chosen.name, rupees(chosen.price)) : ''}
      </p>
      <p role="status" className="sr-only">
        {selection.announcement}
      </p>
      {selection.order !== undefined && (
        <ConfirmDialog
          key={selection.order}
          orderid={selection.order}
          courtNumber={picked?.number}
          skipRelease={selection.skipRelease}
          onPickAnother={selection.focusCourts}
        />
      )}
    </div>
  );
}
