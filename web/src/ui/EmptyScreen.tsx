import { EmptyState } from './EmptyState';

/** Takes the place of a whole screen that has nothing to show; `text` says why. */
export function EmptyScreen({ text }: { text: string }) {
  return (
    <div className="grid flex-1 place-content-center">
      <EmptyState text={text} />
    </div>
  );
}
