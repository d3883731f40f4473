export function OfflineArt({ className = '' }: { className?: string }) { return <svg className={className} />; }
