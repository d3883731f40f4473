import { useQuery } from '@tanstack/react-query';

/** Draws a QR code as large as its box, with its quiet zone; dark on white in both themes. */
export function QrCode({ content, label }: { content: string; label: string }) {
  const { data: code } = useQuery({
    queryKey: ['code-path', content],
    queryFn: async () => (await import('@/lib/code-path')).codePath(content),
    staleTime: Infinity,
    networkMode: 'always',
  });
  return (
    <div className="scheme-light aspect-square w-full rounded-md border border-line bg-card p-[8%]">
      {code !== undefined && (
        <svg
          viewBox={`0 0 ${code.size} ${code.size}`}
          role="img"
          aria-label={label}
          shapeRendering="crispEdges"
          className="size-full"
        >
          <path d={code.path} className="fill-ink" />
        </svg>
      )}
    </div>
  );
}
