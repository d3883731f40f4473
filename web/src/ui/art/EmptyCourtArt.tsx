export function EmptyCourtArt({ className = '' }: { className?: string }) { return <svg className={className} />; }
