import { rupees } from '@/lib/money';
import { uiTexts } from './texts';

export interface PriceProps {
  /** Rupees. */
  amount: number;
  /** The old price, struck through. */
  was?: number;
  size?: 'body' | 'big';
  wasLabel?: string;
}

/** An amount with ₹ before it and digits of equal width. */
export function Price({ amount, was, size = 'body', wasLabel = uiTexts.insteadOf }: PriceProps) {
  return (
    <span
      className={`figures whitespace-nowrap ${size === 'big' ? 'display text-[2.125rem] leading-none' : 'font-bold'}`}
    >
      {rupees(amount)}
      {was !== undefined && was !== amount && (
        <>
          {' '}
          <span className="sr-only">{wasLabel} </span>
          <s className={`font-medium text-quiet ${size === 'big' ? 'font-sans text-body tracking-normal' : ''}`}>
            {rupees(was)}
          </s>
        </>
      )}
    </span>
  );
}
