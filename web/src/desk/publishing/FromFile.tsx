/** The switch of `sideout import` that takes over from the desk. */
const SWITCH = '--take-over';

/** Says that the values come from the operator's file. The switch in the text stays on one line. */
export function FromFile({ text }: { text: string }) {
  const [before, after] = text.split(SWITCH);
  return (
    <p className="text-small text-quiet">
      {before}
      {after !== undefined && <span className="whitespace-nowrap">{SWITCH}</span>}
      {after}
    </p>
  );
}
