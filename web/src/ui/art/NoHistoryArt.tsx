export function NoHistoryArt({ className = '' }: { className?: string }) { return <svg className={className} />; }
