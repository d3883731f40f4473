import { catalogue } from '@/lib/language';

/** Texts of the profile screens. Those of the specification §2, §4, §5 and §8 are verbatim. */
export const profileTexts = catalogue('profile', {
  routeTitle: 'Your profile',
  title: 'Your profile',
  home: 'Home',
  loading: 'Loading your details…',
  phoneLabel: 'Phone number',
  menuLabel: 'Your account',
  edit: 'Edit your profile',
  editHint: 'Name, email, birthdate',
  history: 'Account History',
  historyHint: 'Your games and passes',
  membership: 'Membership details',
  feedback: 'Share feedback',
  soon: 'This feature will be available soon.',
  soonTitle: 'Available Soon',
  logOut: 'Log out',
  loggingOut: 'Logging out…',
  book: 'Book a court now',
  loadFailedTitle: 'Error',
  loadFailed: 'Failed to load user data.',
  loadFailedHere: 'Your details did not load',
  retry: 'Try again',
});

export const avatarTexts = catalogue('avatar', {
  change: 'Change your photo',
  add: 'Add a photo',
  hint: 'JPEG, PNG or WebP. We make it small for you.',
  previewTitle: 'Your new photo',
  previewAlt: 'The photo you picked',
  save: 'Save photo',
  another: 'Pick another',
  saved: 'Changes Saved!',
  notAnImage: 'Only image files work here. Pick a photo in JPEG, PNG or WebP.',
  unreadable: 'This photo could not be opened. Try one in JPEG, PNG or WebP.',
  tooLarge: 'This photo is larger than 25 MB. Pick a smaller one.',
  failed: 'Profile update failed. Please try again.',
});

export const updateTexts = catalogue('update', {
  routeTitle: 'Edit your profile',
  title: 'Your details',
  subtitle: 'Your name goes on your pass. Name and phone number help the desk find you.',
  back: 'Your profile',
  fullName: 'Full name',
  email: 'Email',
  phone: 'Phone number',
  phoneFixed: 'Phone number can not be change',
  birthdate: 'Birthdate',
  gender: 'Gender',
  edit: 'Edit',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Details Updated!',
  failed: 'Profile update failed. Please try again.',
  passwordTitle: 'Password',
  passwordText: 'Change it now and then, and never share it.',
  changePassword: 'Change password',
});

export const reminderTexts = catalogue('reminder', {
  label: 'Game reminders',
  hint: {
    both: 'A text and a mail before you play.',
    text: 'A text before you play.',
    mail: 'A mail before you play.',
  },
  always: 'Bookings, cancellations and anything about your money: these we always tell you.',
  on: 'Game reminders are on.',
  off: 'Game reminders are off.',
  failed: 'Your choice was not saved',
});

export const genderTexts = catalogue('gender', { male: 'Male', female: 'Female', other: 'Other' });

export const passwordTexts = catalogue('password', {
  routeTitle: 'Change password',
  title: 'Change password',
  subtitle: 'Your other devices are signed out when you save.',
  old: 'Current password',
  next: 'New password',
  nextHint: (min: number) => `At least ${min} characters`,
  confirm: 'Confirm new password',
  submit: 'Update password',
  oldRequired: 'Please enter your current password.',
  nextShort: (min: number) => `New password must be at least ${min} characters`,
  mismatch: 'Oops! The passwords don’t match.',
  updated: 'Password Updated!',
  failedTitle: 'Update Unsuccessful',
  failed: 'We could not change your password. Please try again.',
  forgot: 'Forgot your current password?',
});
