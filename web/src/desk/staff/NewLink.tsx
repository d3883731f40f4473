import { Copy, MessageCircle } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { dateTimeText } from '@/lib/dates';
import { copyText } from '@/lib/share';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { controlClass } from '@/ui/Field';
import { staffTexts } from './texts';
import type { ShownLink } from './staff-props';

/** Shows a link that was just made. */
export function NewLink({
  shown: { name, phone, link },
  business,
  zone,
  onDone,
}: {
  shown: ShownLink;
  business: string;
  zone: string;
  onDone: () => void;
}) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, [link.url]);
  async function copy() {
    if (await copyText(link.url)) {
      toast.success(staffTexts.copied);
    } else {
      field.current?.select();
      toast.error(staffTexts.notCopied);
    }
  }
  const text = encodeURIComponent(staffTexts.message(business, link.url));
  return (
    <section aria-labelledby={id} className="scheme-dark grid gap-4 rounded-xl bg-deep p-5 text-ink md:p-6">
      <div>
        <h2 ref={heading} tabIndex={-1} id={id} className="text-lead font-bold outline-none">
          {staffTexts.linkTitle(name)}
        </h2>
        <p className="mt-0.5 text-small text-quiet">{staffTexts.linkText(dateTimeText(link.expires_at, zone))}</p>
      </div>
      <input
        ref={field}
        readOnly
        aria-labelledby={id}
        value={link.url}
        onFocus={(event) => event.target.select()}
        className={`${controlClass(undefined)} text-small`}
      />
      <div className="flex flex-wrap gap-2.5">
        <Button
          variant="lime"
          size="sm"
          icon={<Copy aria-hidden="true" className="size-4.5" />}
          onClick={() => void copy()}
        >
          {staffTexts.copy}
        </Button>
        <Button
          variant="outline"
          size="sm"
          icon={<MessageCircle aria-hidden="true" className="size-4.5" />}
          render={<a href={`https://wa.me/91${phone}?text=${text}`} target="_blank" rel="noreferrer" />}
        >
          {staffTexts.whatsapp}
        </Button>
        <Button variant="ghost" size="sm" onClick={onDone}>
          {staffTexts.done}
        </Button>
      </div>
    </section>
  );
}
