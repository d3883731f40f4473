import type { BrowserContext, Page, TestInfo } from '@playwright/test';
import { type Hour, spread } from './hours';
import { MOST_WORKERS } from './most-workers';
import { freeCourts, type Player, signIn } from './player';
import { courtSelection, expect } from './screen';
import type { Server } from './server';

/** Players in the demo who may pay online. */
const PAYERS = 40;
/** Players reserved for each worker. */
const OWN = PAYERS / MOST_WORKERS;
/** Attempts per test, including the retry of CI. */
const TRIES = 2;

export const confirmWindow = (page: Page) => page.getByRole('dialog', { name: 'Confirm your details' });
export const slide = (page: Page) => page.getByRole('button', { name: 'Slide To Pay' });
export const checkout = (page: Page) => page.frameLocator('iframe[title="Payment window"]');
export const headline = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/**
 * A player who may pay online and who is used by no other test at the same time; signed in.
 *
 * Parallel tests have different indexes, hence different players. At one index the attempts and repetitions of a test
 * take different players too (up to five of `--repeat-each`, then they repeat), because an earlier attempt may have
 * failed with a court held or a payment open. Earlier tests leave booked games, of which few are to be paid at the
 * court, where there is a limit.
 */
export async function payer(server: Server, page: Page, info: TestInfo): Promise<Player> {
  if (info.parallelIndex >= MOST_WORKERS) throw new Error(`there are players for at most ${MOST_WORKERS} workers`);
  const first = spread(`${info.titlePath.join(' ')} ${info.project.name}`);
  const turn = (first + TRIES * info.repeatEachIndex + info.retry) % OWN;
  const number = 1 + info.parallelIndex + MOST_WORKERS * turn;
  const phone = `90${String(number).padStart(8, '0')}`;
  const { token, user_info } = await server.post<{ token: string; user_info: Record<string, unknown> }>('/login', {
    body: { username: `+91${phone}`, password: 'pickleball', device_id: `e2ePayment${number}` },
  });
  const player = { phone, name: `Player ${number}`, email: '', password: 'pickleball', token, user: user_info };
  await signIn(page, player);
  return player;
}

/** Opens the confirm window for the first free court of the hour; returns the court's id. */
export async function holdCourt(page: Page, server: Server, hour: Hour): Promise<number> {
  const [court = 0] = await freeCourts(server, hour);
  await page.goto(courtSelection(hour, { court: String(court) }));
  await expect(page.getByRole('button', { name: /, selected, ₹/ })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(confirmWindow(page).getByText('Held for you')).toBeVisible();
  return court;
}

/** Drags the handle to the end of its track. */
export async function slideToPay(page: Page): Promise<void> {
  const box = await slide(page).boundingBox();
  if (box === null) throw new Error('the slide control is not on the screen');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 30, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, y, { steps: 4 });
  await page.mouse.move(box.x + box.width - 12, y, { steps: 4 });
  await page.mouse.up();
}

/** A player who may pay online holds a court of this hour and opens the checkout. */
export async function openCheckout(
  { page, server, info }: { page: Page; server: Server; info: TestInfo },
  hour: Hour,
): Promise<{ player: Player; court: number; order: string }> {
  const player = await payer(server, page, info);
  const court = await holdCourt(page, server, hour);
  const order = orderOf(page);
  await slideToPay(page);
  return { player, court, order };
}

/** In the open checkout: the bank gives no answer, and the player closes the window. */
export async function payWithoutAnswer(page: Page): Promise<void> {
  await chooseWay(page, 'Netbanking');
  await bankSays(page, 'No answer from the bank');
  await checkout(page).getByRole('button', { name: 'Close the payment window' }).click();
  await expect(headline(page, 'Your payment is on its way')).toBeVisible();
}

/** Selects a payment method and goes to the page of the bank's answer. */
export async function chooseWay(page: Page, way: 'UPI QR' | 'UPI app' | 'Card' | 'Netbanking'): Promise<void> {
  await checkout(page)
    .getByRole('button', { name: new RegExp(`^${way}`) })
    .click();
  if (way === 'Card') {
    await checkout(page)
      .getByRole('button', { name: /^Pay ₹/ })
      .click();
  }
  if (way === 'Netbanking') await checkout(page).getByRole('button', { name: 'Narmada Bank' }).click();
}

/** Selects the answer of the bank, or of the phone. */
export async function bankSays(page: Page, button: string): Promise<void> {
  await checkout(page).getByRole('button', { name: button, exact: true }).click();
}

/** The order in the confirm window. */
export function orderOf(page: Page): string {
  return new URL(page.url()).searchParams.get('order') ?? '';
}

/** Returns the page that `act` opens in a new tab. */
export async function newTab(context: BrowserContext, act: () => Promise<void>): Promise<Page> {
  const opening = context.waitForEvent('page');
  await act();
  return opening;
}
