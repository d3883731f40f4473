import { useState } from 'react';
import { BackButton } from '../BackButton';
import { Button } from '../Button';
import { Card } from '../Card';
import { Countdown } from '../Countdown';
import { CourtPicker, type CourtChoice } from '../CourtPicker';
import { CourtTile } from '../CourtTile';
import { DateStrip } from '../DateStrip';
import { Pass } from '../Pass';
import { Pill } from '../Pill';
import { Price } from '../Price';
import { StepsHeader } from '../StepsHeader';
import { SlotGrid, TimeCard } from '../TimeCard';

const days = ['Today', 'Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'].map(
  (weekday, i) => ({
    date: i < 10 ? `2026-11-${21 + i}` : `2026-12-0${i - 9}`,
    weekday,
    day: String(((20 + i) % 30) + 1),
    disabled: i === 4,
    notes: i === 0 ? ['today'] : i === 4 ? ['full'] : [],
  }),
);

function courts(
  from: number,
  count: number,
  type: 'outdoor' | 'indoor',
  taken: number[],
  selected: number,
): CourtChoice[] {
  return Array.from({ length: count }, (_, i) => {
    const number = from + i;
    const state = taken.includes(number) ? 'taken' : number === selected ? 'selected' : 'free';
    const word = { taken: 'Taken', selected: 'Selected', free: 'Free' }[state];
    return { id: number, number, type, state, word, name: `Court ${number}, ${type}, ${word.toLowerCase()}, ₹800` };
  });
}

const end = Date.now() + 247_000;

/** The components of the booking flow. */
export function BookingPieces() {
  const [date, setDate] = useState('2026-11-22');
  const [time, setTime] = useState<string | null>('7:00 PM');
  const [court, setCourt] = useState(3);
  const [open, setOpen] = useState(true);
  return (
    <section className="grid gap-10 lg:grid-cols-2">
      <div className="min-w-0">
        <StepsHeader
          step={2}
          title="Date & time"
          subtitle="when do you want to play?"
          back={<BackButton label="Back" />}
        />
        <div className="pt-3">
          <DateStrip label="Date" days={days} selected={date} onSelect={setDate} />
        </div>
        <div className="grid gap-3 pt-3">
          <TimeCard
            title="Morning"
            hint="6 – 11 AM · 4 hours free"
            price={<Price amount={600} />}
            open={false}
            onToggle={() => {}}
          />
          <TimeCard
            title="Afternoon"
            hint="12 – 5 PM · all over for today"
            price={<Price amount={0} />}
            open={false}
            disabled
            onToggle={() => {}}
          />
          <TimeCard
            title="Evening"
            hint="6 – 11 PM · 3 hours left"
            price={<Price amount={800} />}
            open={open}
            isChosen
            onToggle={() => setOpen(!open)}
          >
            <SlotGrid
              label="Evening hours"
              selected={time}
              onSelect={setTime}
              slots={[
                { time: '6:00 PM', note: 'full', disabled: true },
                { time: '7:00 PM', note: '₹800', more: '2 left' },
                { time: '8:00 PM', note: 'full', disabled: true },
                { time: '9:00 PM', note: '₹800' },
                { time: '10:00 PM', note: '₹700' },
                { time: '11:00 PM', note: 'closed', disabled: true },
              ]}
            />
          </TimeCard>
        </div>
      </div>
      <div className="grid content-start gap-6">
        <StepsHeader
          step={3}
          title="Pick your court"
          subtitle="5 of 12 free at 7 PM."
          steps={['Riverside Arena', 'Sun 22, 7:00 PM', 'Court']}
          back={<BackButton label="Back" />}
        >
          <Pill>Riverside Arena</Pill>
          <Pill>Sun 22 · 7:00 PM</Pill>
        </StepsHeader>
        <div className="flex gap-3">
          <CourtTile number={3} type="outdoor" className="w-14" />
          <CourtTile number={12} type="indoor" className="w-14" />
        </div>
        <CourtPicker
          title="Outdoor"
          hint="3 of 9 free"
          layout="nine"
          courts={courts(1, 9, 'outdoor', [1, 4, 5, 7, 8, 9], court)}
          onSelect={setCourt}
        />
        <CourtPicker
          title="Indoor"
          hint="2 of 3 free"
          courts={courts(10, 3, 'indoor', [11], court)}
          onSelect={setCourt}
        />
      </div>
      <div className="max-w-md rounded-2xl bg-surround p-6">
        <Pass
          eyebrow="your booking"
          court="Court 3"
          number={3}
          courtType="outdoor"
          courtTypeName="Outdoor"
          facts={[
            { label: 'Date', value: 'Sun, 22 Nov 2026' },
            { label: 'Time', value: '7:00 – 7:55 PM' },
            {
              label: 'Location',
              value: 'Riverside Arena',
              more: 'Plot 14, Riverfront Road, near the east bridge',
              wide: true,
            },
            { label: 'Name', value: 'Asha Patel' },
            { label: 'To pay at court', value: <Price amount={750} was={800} /> },
          ]}
          orderLabel="Order"
          order="#4820 1937 56"
          orderHint="Show this at the desk"
        />
      </div>
      <Card variant="deep" className="grid content-start gap-4">
        <Countdown label="Held for you" endsAt={end} />
        <Price size="big" amount={750} was={800} />
        <Button variant="lime" wide>
          Pay at court
        </Button>
        <Button variant="outline" wide>
          Not now
        </Button>
      </Card>
    </section>
  );
}
