import { useState } from 'react';
import { CalendarPlus } from 'lucide-react';
import { Button } from '../Button';
import { BackButton } from '../BackButton';
import { Card } from '../Card';
import { Dialog } from '../Dialog';
import { Drawer } from '../Drawer';
import { EmptyState } from '../EmptyState';
import { Notice } from '../Notice';
import { PageHeading } from '../PageHeading';
import { Pill } from '../Pill';
import { Spinner } from '../Spinner';
import { SlideToPay } from '../SlideToPay';
import { Tabs } from '../Tabs';
import { Toasts } from '../Toasts';
import { EmptyCourtArt } from '../art/EmptyCourtArt';
import { LostBallArt } from '../art/LostBallArt';
import { NoHistoryArt } from '../art/NoHistoryArt';
import { BallInNetArt } from '../art/BallInNetArt';
import { BookingPieces } from './BookingPieces';
import { FormPieces } from './FormPieces';

/** Most UI components in their states. */
export function Gallery() {
  const [tab, setTab] = useState<'all' | 'courts' | 'event'>('all');
  const [open, setOpen] = useState<'' | 'dialog' | 'drawer'>('');
  return (
    <main className="page gutter grid gap-10 py-10">
      <PageHeading
        title="Design system"
        subtitle="Most components in their states."
        back={<BackButton label="Back" />}
        action={<Pill tone="good">light and dark</Pill>}
      />
      <section className="flex flex-wrap gap-3">
        <Button variant="lime">Book a court now</Button>
        <Button>Continue · Sun 22, 7:00 PM</Button>
        <Button variant="outline" icon={<CalendarPlus aria-hidden="true" className="size-5" />}>
          Add to calendar
        </Button>
        <Button variant="ghost">Not now</Button>
        <Button variant="danger">Proceed to cancel</Button>
        <Button disabled>Continue</Button>
        <Button variant="lime" isBusy>
          Pay at court
        </Button>
        <Button isBusy>Login</Button>
        <Button size="md" onClick={() => setOpen('dialog')}>
          Dialog
        </Button>
        <Button size="sm" variant="outline" onClick={() => setOpen('drawer')}>
          Drawer
        </Button>
      </section>
      <BookingPieces />
      <FormPieces />
      <section className="grid gap-3 md:grid-cols-2">
        <Notice tone="good" title="your booking is confirmed">
          See you on court.
        </Notice>
        <Notice tone="bad" title="Someone was faster">
          Court 3 went while you looked. Two more are free at 7:00 PM.
        </Notice>
        <Notice
          tone="warn"
          action={
            <Button size="sm" variant="outline">
              Try again
            </Button>
          }
        >
          You are offline.
        </Notice>
        <Notice>Refunds are processed every Friday.</Notice>
      </section>
      <section className="grid gap-6 md:grid-cols-2">
        <Card>
          <Tabs
            label="Kind"
            selected={tab}
            onSelect={setTab}
            tabs={[
              { id: 'all', label: 'All' },
              { id: 'courts', label: 'Courts' },
              { id: 'event', label: 'Event' },
            ]}
          >
            <EmptyState
              art={<NoHistoryArt />}
              text={`No ${tab} history found.`}
              action={<Button size="md">Book a court</Button>}
            />
          </Tabs>
        </Card>
        <Card variant="deep">
          <Spinner label="Loading Locations..." />
          <SlideToPay onComplete={() => {}} hint="Press Enter to pay" />
          <div className="flex flex-wrap gap-2 pt-6">
            <Pill>Riverside Arena</Pill>
            <Pill tone="warn">CANCEL REQUESTED</Pill>
            <Pill tone="bad">CANCELLED</Pill>
            <Pill tone="note">upcoming</Pill>
          </div>
        </Card>
      </section>
      <section className="grid grid-cols-2 gap-4 md:grid-cols-4">
        <EmptyCourtArt />
        <LostBallArt />
        <NoHistoryArt />
        <BallInNetArt />
      </section>
      <Dialog
        open={open === 'dialog'}
        onClose={() => setOpen('')}
        title="Leaving the Court?"
        footer={<Button wide>Proceed to cancel</Button>}
      >
        <p className="text-quiet">Riverside Arena · Sun, 22 Nov 2026 | 7:00 PM · Court 3</p>
      </Dialog>
      <Drawer
        open={open === 'drawer'}
        onClose={() => setOpen('')}
        title="Share"
        paragraph="Send your pass to the others."
      >
        <Button wide>WhatsApp</Button>
      </Drawer>
      {open === '' && (
        <Toasts
          toasts={[
            { id: 1, type: 'success', text: 'Booking Confirmed!' },
            {
              id: 2,
              type: 'warning',
              title: "Don't Forget Your Court!",
              text: 'You need to pick a court before moving forward. Select one now and let the fun begin!',
            },
            { id: 3, type: 'error', title: 'Oops!', text: 'Something went wrong.! please try again' },
          ]}
          onDismiss={() => {}}
          milliseconds={4000}
        />
      )}
    </main>
  );
}
