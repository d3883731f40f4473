import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { codeOf } from './authenticator';
import { deskAddress } from './desk-address';
import { checkScreen, expect, test } from './screen';

/*
 * From an empty database to the first booking, in the browser alone. The server has an owner and nothing else. The
 * owner's link signs in once, so this test runs at one screen size only.
 */
const { EMPTY_URL: site, EMPTY_LOG: log, EMPTY_SIZE: size } = process.env;

/** The most minutes that the owner may need from the link to the first booking. */
const MOST_MINUTES = 15;

/**
 * How long a person takes: 180 ms for a key, 600 ms for a pointer move, and 15 s to read a screen that they have
 * never seen.
 */
class Pace {
  #milliseconds = 0;

  async fill(field: Locator, text: string): Promise<void> {
    this.#milliseconds += 600 + 180 * text.length;
    await field.fill(text);
  }

  async click(target: Locator): Promise<void> {
    this.#milliseconds += 600;
    await target.click();
  }

  async read(heading: Locator): Promise<void> {
    this.#milliseconds += 15_000;
    await expect(heading).toBeVisible();
  }

  get minutes(): number {
    return this.#milliseconds / 60_000;
  }
}

test.use({ baseURL: site ?? 'http://127.0.0.1:8080' });

test.describe(() => {
  // The first try uses up the link.
  test.describe.configure({ retries: 0 });

  test('an owner begins with an empty database and sells the first hour', async ({ page, server, allowConsoleErrors }, {
    project,
  }) => {
    if (site === undefined || log === undefined)
      throw new Error('run this by cargo xtask e2e, which starts an empty server');
    test.skip(project.name !== size, 'the link of the owner signs in once');
    test.slow();
    allowConsoleErrors(/401|403|404/);
    const pace = new Pace();
    const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
    const desk = deskAddress(site);
    const [, token] = /\/desk\/join#(\S+)/.exec(readFileSync(log, 'utf8')) ?? [];
    await page.goto(`${desk}/desk/join#${token}`);
    await pace.read(title('Welcome, Nisha'));
    await checkScreen(page);

    // A key of their own.
    await pace.click(page.getByRole('link', { name: 'Set up a key' }));
    await pace.read(title('My sign-in and sessions'));
    await pace.click(page.getByRole('button', { name: 'Set up an app' }));
    const secret = (await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).textContent()) ?? '';
    await pace.fill(page.getByLabel('Code of the app'), codeOf(secret, Math.floor((await server.now()) / 30_000)));
    await pace.click(page.getByRole('button', { name: 'Confirm' }));
    await expect(page.getByText('The authenticator app is set up.')).toBeVisible();

    // The brand.
    await page.goto(`${desk}/desk/set-up`);
    await pace.click(page.getByRole('link', { name: 'Set up the brand' }));
    await pace.read(title('Brand'));
    await pace.click(page.getByRole('link', { name: /^Name and words/ }));
    await pace.fill(page.getByLabel('Full name'), 'Old Mill Pickleball');
    await pace.click(page.getByRole('link', { name: 'All parts' }));
    await pace.click(page.getByRole('link', { name: /^How to reach you/ }));
    await pace.read(title('How to reach you'));
    await pace.fill(page.getByLabel('Phone for questions'), '98250 41736');
    await pace.fill(page.getByLabel('E-mail for questions'), 'play@oldmill.example');
    await pace.fill(page.getByLabel('Postal address'), '3 Station Road, Alkapuri, Vadodara 390007');
    await pace.click(page.getByRole('button', { name: 'Save' }));
    await expect(page.getByText('Saved. Players see it now.')).toBeVisible();

    // The venue with its courts, its hours and a price.
    await page.goto(`${desk}/desk`);
    await pace.read(title('Welcome, Nisha'));
    await expect(page.getByRole('heading', { name: /^Say who you are\s*Done$/ })).toBeVisible();
    await pace.click(page.getByRole('link', { name: 'Add a venue' }));
    const form = page.getByRole('form', { name: 'New venue' });
    await pace.read(form.getByLabel('Area'));
    await pace.fill(form.getByLabel('Name', { exact: true }), 'Old Mill');
    await pace.fill(form.getByLabel('Area'), 'Alkapuri');
    await pace.fill(form.getByLabel('Postal address'), '3 Station Road, Alkapuri, Vadodara 390007');
    await pace.fill(form.getByLabel('Price of an hour, ₹'), '800');
    await pace.click(form.getByRole('button', { name: 'Add the venue' }));
    await expect(page.getByRole('form', { name: 'Old Mill' })).toBeVisible();
    const { venue } = await server.get<{ venue: { venue_name: string }[] }>('/getvenue');
    expect(venue.map(({ venue_name }) => venue_name)).toEqual(['Old Mill']);

    // The new venue has hours and prices, and both screens open.
    await page.goto(`${desk}/desk/v/1/hours`);
    await pace.read(title(/Hours/));
    await checkScreen(page);
    await page.goto(`${desk}/desk/v/1/prices`);
    await pace.read(title(/Prices/));

    // A clerk.
    await page.goto(`${desk}/desk/set-up/staff`);
    await pace.click(page.getByRole('button', { name: 'Add a person' }));
    await pace.fill(page.getByLabel('Name', { exact: true }), 'Dev Solanki');
    await pace.fill(page.getByLabel('Mobile number'), '98250 41738');
    await expect(page.getByRole('checkbox', { name: 'Old Mill' })).toBeChecked();
    await pace.click(page.getByRole('button', { name: 'Add and make the link' }));
    await expect(page.getByRole('region', { name: 'The link of Dev Solanki' })).toBeVisible();

    // The first booking: the first hour of tomorrow, for a caller who is new.
    const tomorrow = new Date((await server.now()) + 29.5 * 3_600_000).toISOString().slice(0, 10);
    await page.goto(`${desk}/desk/v/1/board?day=${tomorrow}&book=101-360`);
    await pace.read(page.getByLabel('Phone or name'));
    await pace.fill(page.getByLabel('Phone or name'), '9825041799');
    await pace.fill(page.getByLabel('Name', { exact: true }), 'Rohan Mehta');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Booked for Rohan Mehta/).first()).toBeVisible();
    expect(pace.minutes).toBeLessThan(MOST_MINUTES);
  });
});
