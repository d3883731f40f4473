import { useQuery } from '@tanstack/react-query';
import { Mail, MessageCircle, Phone, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { appConfigQuery } from '@/api/app-config';
import { failureMessage } from '@/api/failure-message';
import type { components } from '@/api/schema';
import { readablePhone } from '@/lib/phone';
import { useTitle } from '@/lib/title';
import { Button } from '@/ui/Button';
import { LoadFailure } from '@/ui/LoadFailure';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { ContactMap } from './contact/ContactMap';
import { OpeningHours } from './contact/OpeningHours';
import { infoTexts } from './texts';

type Brand = components['schemas']['Brand'];

/** The operator's contact channels, location and opening hours (spec §1). */
export function ContactPage() {
  useTitle(infoTexts.contactTitle);
  const config = useQuery(appConfigQuery);
  const brand = config.data?.brand;
  return (
    <div className="page gutter pt-10 md:pt-14">
      <h1 className="display text-h1">{infoTexts.contactTitle}</h1>
      <p className="mt-3 max-w-xl text-quiet">{infoTexts.contactLead}</p>
      {brand ? (
        <>
          <div className="mt-8 grid grid-cols-1 gap-8 lg:grid-cols-2 lg:gap-10">
            <ContactChannels brand={brand} />
            <ContactMap
              name={brand.name}
              address={brand.address}
              embedUrl={brand.map_embed_url ?? null}
              link={brand.default_map_url}
            />
          </div>
          <div className="mt-12">
            <OpeningHours />
          </div>
        </>
      ) : config.isError ? (
        <LoadFailure
          title={infoTexts.failed}
          message={failureMessage(config.error)}
          retryLabel={infoTexts.retry}
          isBusy={config.isFetching}
          onRetry={() => void config.refetch()}
        />
      ) : (
        <Loading label={infoTexts.loading}>
          <div className="mt-8 grid gap-8 lg:grid-cols-2 lg:gap-10">
            <Skeleton className="h-56 rounded-xl" />
            <Skeleton className="h-96 rounded-2xl" />
          </div>
        </Loading>
      )}
    </div>
  );
}

/** The operator's contact channels; those that the operator has not given are omitted. */
function ContactChannels({ brand }: { brand: Brand }) {
  const complaints = brand.grievance_email || brand.email;
  return (
    <div>
      <ul className="overflow-hidden rounded-xl border border-line bg-card">
        {brand.phone !== '' && (
          <Row
            icon={<Phone aria-hidden="true" className="size-5" />}
            label={infoTexts.call}
            href={`tel:${brand.phone}`}
          >
            {readablePhone(brand.phone)}
          </Row>
        )}
        {brand.email !== '' && (
          <Row
            icon={<Mail aria-hidden="true" className="size-5" />}
            label={infoTexts.write}
            href={`mailto:${brand.email}`}
          >
            <Address email={brand.email} />
          </Row>
        )}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3 max-sm:*:flex-1 max-sm:*:whitespace-nowrap">
        {brand.whatsapp_url && (
          <Button
            variant="deep"
            size="md"
            render={<a href={brand.whatsapp_url} rel="noopener" />}
            icon={<MessageCircle aria-hidden="true" className="size-5" />}
          >
            {infoTexts.chat}
          </Button>
        )}
        {brand.community_url && (
          <Button
            variant="outline"
            size="md"
            render={<a href={brand.community_url} rel="noopener" />}
            icon={<Users aria-hidden="true" className="size-5" />}
          >
            {infoTexts.community}
          </Button>
        )}
      </div>
      {(brand.instagram_url || brand.facebook_url) && (
        <section>
          <h2 className="display mt-9 text-h4">{infoTexts.socials}</h2>
          <div className="mt-3 flex flex-wrap gap-3">
            {brand.instagram_url && (
              <Button variant="outline" size="sm" render={<a href={brand.instagram_url} rel="noopener" />}>
                {infoTexts.instagram}
              </Button>
            )}
            {brand.facebook_url && (
              <Button variant="outline" size="sm" render={<a href={brand.facebook_url} rel="noopener" />}>
                {infoTexts.facebook}
              </Button>
            )}
          </div>
        </section>
      )}
      {complaints !== '' && (
        <section>
          <h2 className="display mt-9 text-h4">{infoTexts.complaints}</h2>
          <p className="mt-2 text-quiet">
            {brand.grievance_officer ? infoTexts.complaintsText(brand.grievance_officer) : infoTexts.complaintsUnnamed}
          </p>
          <a
            href={`mailto:${complaints}`}
            className="inline-flex min-h-11 items-center font-bold wrap-anywhere underline underline-offset-4"
          >
            {complaints}
          </a>
        </section>
      )}
    </div>
  );
}

/** An e-mail address that breaks before its @ if the screen is too narrow for it. */
function Address({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
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
