import type { SessionUser } from '@/lib/session';

/** The parts of an /otp or /forgotverification reply that decide the next step. */
export interface CodeReply {
  error: number;
  message: string;
  code?: string;
  token?: string | null;
  user_info?: SessionUser | null;
  user?: string | null;
  reset_token?: string | null;
}

/** The next step of the code screen (spec §4, code verification). */
export type CodeOutcome =
  | { kind: 'signed-in'; token: string; user: SessionUser }
  | { kind: 'new-password'; user: string; resetToken: string | null }
  /** The code was right, and the account is locked because its data will be erased. */
  | { kind: 'locked' }
  | { kind: 'invalid' };

/**
 * After the code of a registration or a step-up: 0 signs in, 2 lets the owner of a number that had an account set a new
 * password.
 */
export function afterCode(reply: CodeReply): CodeOutcome {
  if (reply.error === 0 && reply.token && reply.user_info) {
    return { kind: 'signed-in', token: reply.token, user: reply.user_info };
  }
  if (reply.error === 2 && reply.user) {
    return { kind: 'new-password', user: reply.user, resetToken: reply.reset_token ?? null };
  }
  return refusalOf(reply);
}

/**
 * After the code of a reset: 0 continues with the handle of the reply, or with `user`, the handle of this screen, if
 * the reply has none.
 */
export function afterResetCode(reply: CodeReply, user: string): CodeOutcome {
  if (reply.error === 0)
    return { kind: 'new-password', user: reply.user ?? user, resetToken: reply.reset_token ?? null };
  return refusalOf(reply);
}

function refusalOf({ code }: CodeReply): CodeOutcome {
  return { kind: code === 'account_locked' ? 'locked' : 'invalid' };
}
