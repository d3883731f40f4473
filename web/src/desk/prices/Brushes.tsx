import { Brush, Plus } from 'lucide-react';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { rupees } from '@/lib/money';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { TextField } from '@/ui/Field';
import { MOST_PRICE_PAISE, typedPaise } from '@/desk/lib/typed-paise';
import { pricesTexts } from './texts';
import { heatOf } from './week';

/** The most prices that have a button of their own; the chosen one has a button besides. */
const MOST = 9;

/** The choice of the price to paint hours with: one of the prices of the venue, another one, or none. */
export function Brushes({
  scale,
  brush,
  isOff,
  onBrush,
  children,
}: {
  /** The prices of the venue in paise, the lowest first. */
  scale: readonly number[];
  /** In paise; null: not for sale. */
  brush: number | null;
  isOff: boolean;
  onBrush: (brush: number | null) => void;
  /** Shown at the end of the row. */
  children: ReactNode;
}) {
  const [isTyping, setIsTyping] = useState(false);
  const shown = brush === null || scale.includes(brush) ? scale : [...scale, brush].toSorted((a, b) => a - b);
  return (
    <div
      role="group"
      aria-label={pricesTexts.brush}
      className="scrollbar-none -mx-4 flex items-center gap-2 overflow-x-auto px-4 py-1 min-[48rem]:mx-0 min-[48rem]:flex-wrap min-[48rem]:overflow-visible min-[48rem]:p-0"
    >
      <span className="mr-1 flex shrink-0 items-center gap-2 text-small font-bold">
        <Brush aria-hidden="true" className="size-4.5" />
        {pricesTexts.brush}
      </span>
      {shown
        .filter((price) => price === brush || shown.length <= MOST || shown.indexOf(price) < MOST)
        .map((price) => (
          <BrushButton
            key={price}
            sampleClasses={scale.includes(price) ? heatOf(price, scale) : 'border border-edge bg-card'}
            isChosen={price === brush}
            isOff={isOff}
            onPress={() => onBrush(price)}
          >
            {rupees(price / 100)}
          </BrushButton>
        ))}
      <BrushButton sampleClasses="price-none" isChosen={brush === null} isOff={isOff} onPress={() => onBrush(null)}>
        {pricesTexts.none}
      </BrushButton>
      <Button
        variant="ghost"
        size="sm"
        disabled={isOff}
        className="shrink-0 whitespace-nowrap"
        icon={<Plus aria-hidden="true" className="size-4.5" />}
        onClick={() => setIsTyping(true)}
      >
        {pricesTexts.otherPrice}
      </Button>
      {children}
      {isTyping && (
        <OtherPrice
          onClose={() => setIsTyping(false)}
          onPrice={(price) => {
            setIsTyping(false);
            onBrush(price);
          }}
        />
      )}
    </div>
  );
}

function BrushButton({
  sampleClasses,
  isChosen,
  isOff,
  onPress,
  children,
}: {
  sampleClasses: string;
  isChosen: boolean;
  isOff: boolean;
  onPress: () => void;
  children: string;
}) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      disabled={isOff}
      onClick={onPress}
      className="figures flex min-h-11 shrink-0 items-center gap-2 rounded-md border border-line bg-card px-2.5 text-[.9375rem] font-bold hover:border-ink disabled:text-quiet aria-pressed:border-solid aria-pressed:bg-solid aria-pressed:text-on-solid"
    >
      <span aria-hidden="true" className={`size-5 rounded-[6px] ${sampleClasses}`} />
      {children}
    </button>
  );
}

function OtherPrice({ onClose, onPrice }: { onClose: () => void; onPrice: (paise: number) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  function submit(event: FormEvent) {
    event.preventDefault();
    const paise = typedPaise(typed);
    if (paise !== null && paise <= MOST_PRICE_PAISE) return onPrice(paise);
    setProblem(pricesTexts.badPrice);
    field.current?.focus();
  }
  return (
    <Dialog open onClose={onClose} size="sm" title={pricesTexts.otherPrice}>
      <form method="post" noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          ref={field}
          label={pricesTexts.otherPrice}
          name="rupees"
          inputMode="decimal"
          autoComplete="off"
          placeholder="1,100"
          value={typed}
          error={problem}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(undefined);
          }}
          className="figures"
        />
        <Button type="submit" variant="deep" size="md" wide>
          {pricesTexts.use}
        </Button>
      </form>
    </Dialog>
  );
}
