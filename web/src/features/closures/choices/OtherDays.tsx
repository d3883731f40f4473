import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { courtName } from '@/lib/court-name';
import { dayAndMonth, dayForScreenReaders, hourText, monthOf, weekdayOf } from '@/lib/dates';
import { Button } from '@/ui/Button';
import type { Choice, Game } from '../api/offers';
import { keyOf } from '../find-choice';
import { moneyText, sharedText } from '../money-text';
import { closedCourtTexts } from '../texts';
import { HoursOfDay } from './HoursOfDay';
import { Option } from './Option';
import type { PlaceChoicesProps } from './PlaceChoices';
import { Section } from './Section';

const CARD = 'grid min-h-22 w-20 shrink-0 snap-start content-center justify-items-center gap-0.5 text-center md:w-auto';

/** The same hour on other days, and the other hours of one of these days. */
export function OtherDays({ game, listed, picked, onPick, openDay, onOpenDay, hours }: PlaceChoicesProps) {
  const hour = hourText(game.lost.minute);
  const free = listed.other_days.flatMap(({ choice }) => (choice === null ? [] : [choice]));
  const shownMoney = sharedText(free, game)?.text;
  const pickedDay = free.find((choice) => keyOf(choice) === picked)?.day;
  const [lastOpened, setLastOpened] = useState(openDay);
  if (openDay !== null && openDay !== lastOpened) setLastOpened(openDay);
  // The day whose other hours are offered. The one that was opened last counts too, so that the button stays after it
  // has closed a day.
  const offered = openDay ?? pickedDay ?? lastOpened;
  return (
    <Section title={closedCourtTexts.anotherDay(hour)} choices={free} game={game}>
      <div className="relative -mx-5 flex scroll-px-5 gap-2 overflow-x-auto px-5 py-2 [scroll-snap-type:x_proximity] scrollbar-none md:mx-0 md:grid md:grid-cols-7 md:overflow-visible md:px-0">
        {listed.other_days.map(({ day, choice }, index) =>
          choice === null ? (
            <FullDay
              key={day}
              day={day}
              hour={hour}
              isNewMonth={isNewMonth(day, index)}
              isOpen={openDay === day}
              onOpen={() => onOpenDay(openDay === day ? null : day)}
            />
          ) : (
            <FreeDay
              key={day}
              choice={choice}
              game={game}
              isNewMonth={isNewMonth(day, index)}
              isMoneyShared={shownMoney !== undefined}
              isPicked={keyOf(choice) === picked}
              onPick={(key) => {
                onPick(key);
                onOpenDay(null);
              }}
            />
          ),
        )}
      </div>
      {offered !== null && (
        <div className="mt-3 grid gap-3">
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={openDay !== null}
            icon={
              <ChevronDown
                aria-hidden="true"
                className={`size-5 transition-transform ${openDay === null ? '' : 'rotate-180'}`}
              />
            }
            className="justify-self-start px-2!"
            onClick={() => onOpenDay(openDay === null ? offered : null)}
          >
            {closedCourtTexts.otherHours(dayAndMonth(offered))}
          </Button>
          {openDay !== null && (
            <HoursOfDay
              day={openDay}
              game={game}
              shownMoney={shownMoney}
              hours={hours}
              picked={picked}
              onPick={onPick}
            />
          )}
        </div>
      )}
    </Section>
  );
}

/** Whether a card must name its month: the first one, and where a month begins. */
function isNewMonth(day: string, index: number): boolean {
  return index === 0 || day.endsWith('-01');
}

interface FreeDayProps {
  choice: Choice;
  game: Game;
  isNewMonth: boolean;
  /** What the choice means for the money is the same on all days. */
  isMoneyShared: boolean;
  isPicked: boolean;
  onPick: (key: string) => void;
}

function FreeDay({ choice, game, isNewMonth, isMoneyShared, isPicked, onPick }: FreeDayProps) {
  const { text, short, isBack } = moneyText(choice, game);
  const type = closedCourtTexts.courtType[choice.court_type];
  const day = dayForScreenReaders(choice.day);
  return (
    <Option
      value={keyOf(choice)}
      isPicked={isPicked}
      onPick={onPick}
      variant="tile"
      screenReaderText={`${day}, ${hourText(choice.minute)}. ${courtName(choice.court_name)}, ${type}. ${text}`}
      className={`${CARD} px-1!`}
    >
      <DayName day={choice.day} isNewMonth={isNewMonth} />
      <span className={`figures text-tiny leading-tight font-semibold ${isBack ? 'text-good' : 'text-quiet'}`}>
        {isMoneyShared ? closedCourtTexts.left(choice.free) : short}
      </span>
    </Option>
  );
}

interface FullDayProps {
  day: string;
  hour: string;
  isNewMonth: boolean;
  isOpen: boolean;
  onOpen: () => void;
}

/** A day without a free court at that hour: pressing it shows its other hours. */
function FullDay({ day, hour, isNewMonth, isOpen, onOpen }: FullDayProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onOpen}
      className={`${CARD} cursor-pointer rounded-lg border-[1.5px] border-dashed px-1 py-2 text-quiet transition-colors hover:border-ink ${isOpen ? 'border-ink' : 'border-edge'}`}
    >
      <span className="sr-only">{closedCourtTexts.fullAt(dayForScreenReaders(day), hour)}</span>
      <span aria-hidden="true" className="contents">
        <DayName day={day} isNewMonth={isNewMonth} />
        <span className="text-tiny leading-tight font-semibold">{closedCourtTexts.full}</span>
      </span>
    </button>
  );
}

function DayName({ day, isNewMonth }: { day: string; isNewMonth: boolean }) {
  return (
    <>
      <span className="text-tiny leading-tight font-semibold">{isNewMonth ? monthOf(day) : weekdayOf(day)}</span>
      <span className="display figures text-[1.8125rem] leading-none">{Number(day.slice(-2))}</span>
    </>
  );
}
