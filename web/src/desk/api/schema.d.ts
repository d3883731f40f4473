/**
 * The API of the desk, in the form that openapi-typescript writes, until the server describes it in a document of its
 * own: the generated file replaces this one.
 */

type Json<Body> = { content: { 'application/json': Body } };
type Problem = { content: { 'application/problem+json': components['schemas']['Problem'] } };
type Nothing = { content?: never };
type Schemas = components['schemas'];

export interface paths {
  '/api/desk/me': { get: { responses: { 200: Json<Schemas['Me']>; 401: Problem; 403: Problem; 503: Problem } } };
  '/api/desk/links/use': {
    post: {
      requestBody: Json<{ token: string }>;
      responses: { 200: Json<Schemas['Me']>; 401: Problem; 429: Problem; 503: Problem };
    };
  };
  '/api/desk/totp': {
    post: {
      requestBody: Json<{ phone: string; code: string }>;
      responses: { 200: Json<Schemas['Me']>; 401: Problem; 429: Problem; 503: Problem };
    };
  };
  '/api/desk/passkeys/sign-in/start': {
    post: {
      requestBody: Json<Schemas['Empty']>;
      responses: { 200: Json<Schemas['SignInCeremony']>; 429: Problem; 503: Problem };
    };
  };
  '/api/desk/passkeys/sign-in/finish': {
    post: {
      requestBody: Json<{ ceremony: string; credential: Schemas['Credential'] }>;
      responses: { 200: Json<Schemas['Me']>; 401: Problem; 429: Problem; 503: Problem };
    };
  };
  '/api/desk/sign-out': { post: { requestBody: Json<Schemas['Empty']>; responses: { 204: Nothing; 401: Problem } } };
  '/api/desk/me/keys': { get: { responses: { 200: Json<Schemas['Keys']>; 401: Problem; 503: Problem } } };
  '/api/desk/me/passkeys/start': {
    post: {
      requestBody: Json<Schemas['Empty']>;
      responses: { 200: Json<Schemas['EnrolCeremony']>; 401: Problem; 503: Problem };
    };
  };
  '/api/desk/me/passkeys/finish': {
    post: {
      requestBody: Json<{ ceremony: string; credential: Schemas['Credential']; label: string }>;
      responses: { 201: Json<Schemas['Passkey']>; 401: Problem; 409: Problem; 503: Problem };
    };
  };
  '/api/desk/me/passkeys/{id}': {
    delete: { responses: { 204: Nothing; 401: Problem; 404: Problem; 409: Problem; 503: Problem } };
  };
  '/api/desk/me/totp/start': {
    post: {
      requestBody: Json<Schemas['Empty']>;
      responses: { 200: Json<{ secret: string; uri: string }>; 401: Problem; 503: Problem };
    };
  };
  '/api/desk/me/totp/confirm': {
    post: {
      requestBody: Json<{ code: string }>;
      responses: { 200: Json<Schemas['Me']>; 401: Problem; 429: Problem; 503: Problem };
    };
  };
  '/api/desk/me/sessions': {
    get: { responses: { 200: Json<{ sessions: Schemas['Session'][] }>; 401: Problem; 503: Problem } };
  };
  '/api/desk/me/sessions/{id}': { delete: { responses: { 204: Nothing; 401: Problem; 404: Problem; 503: Problem } } };
  '/api/desk/venues/{venue}/board': {
    get: {
      parameters: { query: { day: string } };
      responses: {
        200: Json<Schemas['Board']>;
        304: Nothing;
        400: Problem;
        401: Problem;
        403: Problem;
        404: Problem;
        503: Problem;
      };
    };
  };
  '/api/desk/bookings/{order}': {
    get: { responses: { 200: Json<Schemas['Booking']>; 304: Nothing; 401: Problem; 404: Problem; 503: Problem } };
  };
  '/api/desk/bookings/{order}/attendance': {
    put: {
      requestBody: Json<{ state: Schemas['AttendanceState'] }>;
      responses: {
        200: Json<Schemas['Booking']>;
        401: Problem;
        403: Problem;
        404: Problem;
        409: Problem;
        412: Problem;
        503: Problem;
      };
    };
  };
}

export interface components {
  schemas: {
    Empty: Record<string, never>;
    /** RFC 9457. `title` is English; `code` selects the text in the reader's language. */
    Problem: {
      type: string;
      title: string;
      status: number;
      code: string;
      params?: Record<string, unknown>;
      permission?: string;
      retry_after?: number;
      /** The booking as it is now, with `changed_meanwhile`. */
      current?: components['schemas']['Booking'];
    };
    Me: {
      staff: { id: string; name: string; role: 'owner' | 'manager' | 'desk'; language: string };
      strength: components['schemas']['Strength'];
      must_enrol: boolean;
      business: { name: string; short_name: string };
      venues: { id: number; name: string; time_zone: string }[];
      permissions: Record<string, 'yes' | 'ask'>;
    };
    Strength: 'link' | 'pin' | 'totp' | 'passkey';
    SignInCeremony: { ceremony: string; options: PublicKeyCredentialRequestOptionsJSON };
    EnrolCeremony: { ceremony: string; options: PublicKeyCredentialCreationOptionsJSON };
    /** A credential as `PublicKeyCredential.toJSON()` writes it. */
    Credential: { id: string; type: string; [name: string]: unknown };
    Passkey: { id: string; label: string; created_at: string; last_used_at: string | null };
    Keys: { passkeys: components['schemas']['Passkey'][]; totp: boolean };
    Session: {
      id: string;
      current: boolean;
      strength: components['schemas']['Strength'];
      device: string;
      started_at: string;
      last_seen_at: string;
    };
    Court: { id: number; number: number; name: string; type: 'OUTDOOR' | 'INDOOR' };
    OrderStatus: 'held' | 'confirmed' | 'completed' | 'no_show' | 'cancel_requested' | 'cancelled' | 'expired';
    Attendance: 'arrived' | 'absent' | null;
    AttendanceState: 'arrived' | 'absent' | 'none';
    Board: {
      venue: number;
      /** The venue's calendar day, YYYY-MM-DD. */
      day: string;
      version: string;
      /** The server's time, ISO 8601 UTC. */
      now: string;
      slot_minutes: number;
      play_minutes: number;
      courts: components['schemas']['Court'][];
      /** The hours of the day, ascending, as minutes of the venue's day and as instants. */
      starts: { minute: number; at: string }[];
      /** A row for each court, a column for each start; null where there is no price or the venue is not open. */
      prices_paise: (number | null)[][];
      bookings: components['schemas']['BoardBooking'][];
      holds: { court: number; minute: number; minutes: number; until: string; paying: boolean }[];
      desk_holds: {
        id: string;
        court: number;
        minute: number;
        minutes: number;
        until: string;
        by: string;
        mine: boolean;
      }[];
      blocks: { id: string; court: number; minute: number; minutes: number; reason: string }[];
      cancelled: { order: string; court: number; minute: number; name: string; at: string }[];
    };
    BoardBooking: {
      order: string;
      group: string | null;
      court: number;
      minute: number;
      minutes: number;
      status: 'confirmed' | 'completed' | 'no_show' | 'cancel_requested';
      attendance: components['schemas']['Attendance'];
      attendance_at: string | null;
      name: string;
      phone_tail: string;
      price_paise: number;
      discount_paise: number;
      paid_paise: number;
      returned_paise: number;
      due_paise: number;
      payment_method: 'court' | 'online';
      first_visit: boolean;
      version: number;
    };
    Booking: {
      order: string;
      version: number;
      venue: number;
      day: string;
      court: components['schemas']['Court'];
      minute: number;
      minutes: number;
      play_minutes: number;
      starts_at: string;
      ends_at: string;
      status: components['schemas']['OrderStatus'];
      attendance: components['schemas']['Attendance'];
      attendance_at: string | null;
      attendance_by: string | null;
      player: {
        id: string;
        name: string;
        phone: string;
        games: number;
        no_shows: number;
        first_visit: boolean;
      };
      price_paise: number;
      discount_paise: number;
      coupon: string | null;
      paid_paise: number;
      returned_paise: number;
      due_paise: number;
      payment_method: 'court' | 'online';
      payments: { at: string; way: string; amount_paise: number; by: string | null }[];
      history: { at: string; what: string; by: string | null; details: Record<string, unknown> }[];
    };
  };
}
