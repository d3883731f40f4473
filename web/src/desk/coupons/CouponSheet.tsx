import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { failureMessage } from '@/api/failure-message';
import { EmptyState } from '@/ui/EmptyState';
import { IconButton } from '@/ui/IconButton';
import { LoadFailure } from '@/ui/LoadFailure';
import { Loading, Skeleton } from '@/ui/Skeleton';
import type { Me } from '@/desk/api/me';
import { hasCode } from '@/desk/api/problem';
import type { CouponsSearch } from '@/desk/lib/search';
import { CouponFacts } from './CouponFacts';
import { CouponForm } from './CouponForm';
import { couponQuery, type Coupon } from './coupons';
import { StopForm } from './StopForm';
import { couponsTexts } from './texts';

/** The chosen coupon: its facts, or the form that changes or stops it. */
export function CouponSheet({
  me,
  code,
  listed,
  form,
  canClose,
  onForm,
  onClose,
}: {
  me: Me;
  code: string;
  /** The coupon as the list has it; it is shown while the newest is loading. */
  listed: Coupon | undefined;
  form: CouponsSearch['form'];
  /** Whether it has a button that closes it. */
  canClose: boolean;
  onForm: (form: CouponsSearch['form']) => void;
  onClose: () => void;
}) {
  const query = useQuery({ ...couponQuery(code), ...(listed !== undefined && { placeholderData: listed }) });
  const coupon = query.data;
  if (coupon === undefined) {
    return (
      <div className="grid gap-4 p-5">
        {canClose && (
          <IconButton
            label={couponsTexts.back}
            variant="ghost"
            aria-keyshortcuts="Escape"
            icon={<X aria-hidden="true" className="size-5" />}
            onClick={onClose}
            className="justify-self-end"
          />
        )}
        {hasCode(query.error, 'not_found') && <EmptyState text={couponsTexts.gone} />}
        {query.error !== null && !hasCode(query.error, 'not_found') && (
          <LoadFailure
            title={couponsTexts.failedOne}
            message={failureMessage(query.error)}
            retryLabel={couponsTexts.retryLoad}
            isBusy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.error === null && (
          <Loading label={couponsTexts.loading}>
            <Skeleton className="h-48 w-full" />
          </Loading>
        )}
      </div>
    );
  }
  const back = () => onForm(undefined);
  if (coupon.may_edit && form === 'change') {
    return <CouponForm me={me} coupon={coupon} onClose={back} onSaved={back} />;
  }
  if (coupon.may_stop && form === 'stop') return <StopForm coupon={coupon} onClose={back} />;
  return <CouponFacts me={me} coupon={coupon} canClose={canClose} onForm={onForm} onClose={onClose} />;
}
