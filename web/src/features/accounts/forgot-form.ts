import * as v from 'valibot';
import { phoneRule } from '@/lib/person-rules';

/** The form that requests a code for a forgotten password. */
export const forgotForm = v.object({ phoneNumber: phoneRule });
