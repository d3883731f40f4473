export function VenueArt({ className = '' }: { className?: string }) { return <svg className={className} />; }
