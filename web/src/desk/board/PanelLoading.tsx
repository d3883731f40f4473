import { Loading, Skeleton } from '@/ui/Skeleton';
import { DetailSheet } from '@/desk/layout/DetailSheet';
import { boardTexts } from './texts';

/** Takes the place of a panel whose code is being loaded. */
export function PanelLoading({ isBeside, onClose }: { isBeside: boolean; onClose: () => void }) {
  return (
    <DetailSheet label={boardTexts.loading} isBeside={isBeside} onClose={onClose}>
      <Loading label={boardTexts.loading}>
        <div className="grid gap-3 p-5">
          {Array.from({ length: 5 }, (_, line) => (
            <Skeleton key={line} className="h-11 w-full" />
          ))}
        </div>
      </Loading>
    </DetailSheet>
  );
}
