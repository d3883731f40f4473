import * as v from 'valibot';
import { phoneRule } from '@/lib/person-rules';

/** The form that asks for the number whose password is forgotten. */
export const forgotForm = v.object({ phoneNumber: phoneRule });
