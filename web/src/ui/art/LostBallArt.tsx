export function LostBallArt({ className = '' }: { className?: string }) { return <svg className={className} />; }
