import { Link } from '@tanstack/react-router';
import { useAppConfig } from '@/api/app-config';
import { failureMessage } from '@/api/failure-message';
import type { components } from '@/api/schema';
import { paths } from '@/lib/paths';
import { readablePhone } from '@/lib/phone';
import { useSession } from '@/lib/session';
import { useTitle } from '@/lib/title';
import { BackButton } from '@/ui/BackButton';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { CourtDrawing } from '@/ui/CourtDrawing';
import { LoadFailure } from '@/ui/LoadFailure';
import { PageHeading } from '@/ui/PageHeading';
import { Skeleton } from '@/ui/Skeleton';
import { AvatarUpload } from './AvatarUpload';
import { ProfileMenu } from './ProfileMenu';
import { Reminders, type RemindersProps } from './Reminders';
import { profileTexts } from './texts';
import { useCustomer } from './use-customer';

/** The profile: picture, name, phone and the options (spec §2). */
export function ProfilePage() {
  useTitle(profileTexts.routeTitle);
  const customer = useCustomer();
  const config = useAppConfig();
  const reminded = config && remindedBy(config);
  const remembered = useSession().user;
  const player = customer.data ?? remembered;

  return (
    <div className="page gutter">
      <PageHeading
        title={profileTexts.title}
        back={<BackButton label={profileTexts.home} render={<Link {...paths.home()} />} />}
      />
      <div className="mt-6 grid gap-5 md:mt-8 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] md:gap-6 lg:gap-8">
        <Card as="section" variant="deep" padded={false} className="relative p-6 md:p-8">
          <CourtDrawing
            type="outdoor"
            className="pointer-events-none absolute -top-8 -right-12 w-36 rotate-24 opacity-60 md:-top-24 md:-right-18 md:w-40 lg:-top-10 lg:-right-6 lg:w-56"
          />
          <div className="relative grid h-full content-start justify-items-start md:content-between">
            <AvatarUpload name={player?.full_name ?? ''} image={player?.image} />
            {player === null ? (
              <div className="mt-5 grid gap-3" aria-hidden="true">
                <Skeleton className="h-8 w-48" />
                <Skeleton className="h-5 w-36" />
              </div>
            ) : (
              <div>
                <h2 className="display mt-5 text-h2 break-words">{player.full_name}</h2>
                <p className="figures mt-2 text-quiet">
                  <span className="sr-only">{profileTexts.phoneLabel}: </span>
                  {readablePhone(player.phone_no)}
                </p>
              </div>
            )}
            <Button variant="lime" size="md" className="mt-6" render={<Link {...paths.location()} />}>
              {profileTexts.book}
            </Button>
          </div>
        </Card>
        <div className="grid gap-4">
          {customer.isError && (
            <LoadFailure
              strip
              title={profileTexts.loadFailedHere}
              message={failureMessage(customer.error)}
              retryLabel={profileTexts.retry}
              isBusy={customer.isFetching}
              onRetry={() => void customer.refetch()}
            />
          )}
          <ProfileMenu />
          {/* An operator who sends no reminders has none to switch off. */}
          {reminded !== null &&
            (customer.data && reminded ? (
              <Reminders stored={customer.data.reminders} by={reminded} />
            ) : (
              customer.isPending && <Skeleton className="h-32" />
            ))}
        </div>
      </div>
    </div>
  );
}

/** How players are reminded of their games; null if they are not. */
function remindedBy(
  config: Pick<components['schemas']['AppConfigAnswer'], 'reminded_by_text' | 'reminded_by_mail'>,
): RemindersProps['by'] | null {
  if (config.reminded_by_text) return config.reminded_by_mail ? 'both' : 'text';
  return config.reminded_by_mail ? 'mail' : null;
}
