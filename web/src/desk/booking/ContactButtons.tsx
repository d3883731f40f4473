import { MessageCircle, Phone } from 'lucide-react';
import { nationalDigits, PHONE_DIGITS } from '@/lib/phone';
import { IconButton } from '@/ui/IconButton';
import { panelTexts } from './texts';

/** Calls a player, or writes to them. Renders nothing unless the whole number is known. */
export function ContactButtons({ name, phone }: { name: string; phone: string | null }) {
  const digits = nationalDigits(phone ?? '');
  if (digits.length !== PHONE_DIGITS) return null;
  return (
    <div className="flex gap-1.5">
      <IconButton
        label={panelTexts.call(name)}
        icon={<Phone aria-hidden="true" className="size-4.5" />}
        // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the icon button gives it its label
        render={<a href={`tel:+91${digits}`} />}
      />
      <IconButton
        label={panelTexts.whatsApp(name)}
        icon={<MessageCircle aria-hidden="true" className="size-4.5" />}
        // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the icon button gives it its label
        render={<a href={`https://wa.me/91${digits}`} target="_blank" rel="noreferrer" />}
      />
    </div>
  );
}
