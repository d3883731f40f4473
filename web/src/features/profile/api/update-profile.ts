import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { withOverlay } from '@/lib/loading';
import type { ProfileValues } from '../profile-form';
import { customerInfoQuery } from './customer-info';

/** POST /user/profile with the four fields; the profile is fetched again afterwards (spec §2). */
export function useUpdateProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (person: ProfileValues) =>
      withOverlay(
        answer(
          api.POST('/api/user/profile', {
            body: { full_name: person.fullName, email: person.email, gender: person.gender, dob: person.birthdate },
          }),
        ),
      ),
    onSuccess: () => queryClient.invalidateQueries(customerInfoQuery),
  });
}
