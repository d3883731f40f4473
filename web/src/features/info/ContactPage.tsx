import { Mail, MapPin, MessageCircle, Phone, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAppConfig } from '@/api/app-config';
import { readablePhone } from '@/lib/phone';
import { useTitle } from '@/lib/title';
import { Button } from '@/ui/Button';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { VenueArt } from '@/ui/art/VenueArt';
import { infoTexts } from './texts';

/** Community, chat and social links, and the map (spec §1). */
export function ContactPage() {
  useTitle(infoTexts.contactTitle);
  const brand = useAppConfig()?.brand;
  return (
    <div className="page gutter pt-10 md:pt-14">
      <h1 className="display text-h1">{infoTexts.contactTitle}</h1>
      <p className="mt-3 max-w-xl text-quiet">{infoTexts.contactLead}</p>
      {brand ? (
        <div className="mt-8 grid grid-cols-1 gap-6 lg:grid-cols-2">
          <div>
            <ul className="overflow-hidden rounded-xl border border-line bg-card">
              <Row
                icon={<Phone aria-hidden="true" className="size-5" />}
                label={infoTexts.call}
                href={`tel:${brand.phone}`}
              >
                {readablePhone(brand.phone)}
              </Row>
              <Row
                icon={<Mail aria-hidden="true" className="size-5" />}
                label={infoTexts.write}
                href={`mailto:${brand.email}`}
              >
                {brand.email}
              </Row>
              <Row
                icon={<MapPin aria-hidden="true" className="size-5" />}
                label={infoTexts.visit}
                href={brand.default_map_url}
              >
                {brand.address}
              </Row>
            </ul>
            <div className="mt-5 flex flex-wrap gap-3">
              {brand.whatsapp_url && (
                <Button
                  look="deep"
                  size="md"
                  render={<a href={brand.whatsapp_url} rel="noopener" />}
                  icon={<MessageCircle aria-hidden="true" className="size-5" />}
                >
                  {infoTexts.chat}
                </Button>
              )}
              {brand.community_url && (
                <Button
                  look="outline"
                  size="md"
                  render={<a href={brand.community_url} rel="noopener" />}
                  icon={<Users aria-hidden="true" className="size-5" />}
                >
                  {infoTexts.community}
                </Button>
              )}
            </div>
            {(brand.instagram_url || brand.facebook_url) && (
              <>
                <h2 className="display mt-9 text-h4">{infoTexts.socials}</h2>
                <div className="mt-3 flex flex-wrap gap-3">
                  {brand.instagram_url && (
                    <Button look="outline" size="sm" render={<a href={brand.instagram_url} rel="noopener" />}>
                      {infoTexts.instagram}
                    </Button>
                  )}
                  {brand.facebook_url && (
                    <Button look="outline" size="sm" render={<a href={brand.facebook_url} rel="noopener" />}>
                      {infoTexts.facebook}
                    </Button>
                  )}
                </div>
              </>
            )}
          </div>
          <div className="relative aspect-[4/3] overflow-hidden rounded-2xl border border-line bg-surround lg:aspect-auto lg:min-h-96">
            {brand.map_embed_url ? (
              // A map of another origin, which the content security policy names, needs its own scripts and storage.
              // oxlint-disable-next-line react/iframe-missing-sandbox
              <iframe
                src={brand.map_embed_url}
                title={infoTexts.map(brand.name)}
                loading="lazy"
                referrerPolicy="no-referrer-when-downgrade"
                className="absolute inset-0 size-full border-0"
              />
            ) : (
              <VenueArt className="absolute inset-0 size-full" />
            )}
            <div className="absolute bottom-4 left-4">
              <Button
                look="lime"
                size="sm"
                render={<a href={brand.default_map_url} rel="noopener" />}
                icon={<MapPin aria-hidden="true" className="size-4.5" />}
              >
                {infoTexts.openMap}
              </Button>
            </div>
          </div>
        </div>
      ) : (
        <Loading label={infoTexts.loading}>
          <div className="mt-8 grid gap-6 lg:grid-cols-2">
            <Skeleton className="h-56 rounded-xl" />
            <Skeleton className="h-80 rounded-2xl" />
          </div>
        </Loading>
      )}
    </div>
  );
}

function Row({ icon, label, href, children }: { icon: ReactNode; label: string; href: string; children: ReactNode }) {
  return (
    <li className="border-t border-line first:border-t-0">
      <a
        href={href}
        rel="noopener"
        className="flex min-h-16 items-center gap-4 px-5 py-3 transition-colors hover:bg-raised"
      >
        <span className="grid size-11 shrink-0 place-items-center rounded-md bg-raised">{icon}</span>
        <span className="min-w-0">
          <span className="block text-small text-quiet">{label}</span>
          <span className="figures block font-bold wrap-anywhere">{children}</span>
        </span>
      </a>
    </li>
  );
}
