/** A ball that bounces from side to side: work is under way. */
export function PlayingBall({ className = 'size-3.5' }: { className?: string }) {
  return (
    <span aria-hidden="true" className="animate-rally">
      <span className={`block animate-hop rounded-full bg-current ${className}`} />
    </span>
  );
}
