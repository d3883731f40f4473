import type { Board } from '@/desk/api/board';

/** Lists cancelled bookings by the names of their players; a press opens one. */
export function CancelledList({
  bookings,
  onOpen,
}: {
  bookings: readonly Board['cancelled'][number][];
  onOpen: (order: string) => void;
}) {
  return (
    <ul className="grid">
      {bookings.map(({ order, name }) => (
        <li key={order}>
          <button
            type="button"
            onClick={() => onOpen(order)}
            className="min-h-11 w-full text-left font-semibold underline underline-offset-4"
          >
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}
