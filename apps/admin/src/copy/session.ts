/** Texts of the login and of pages that need one; copy.test.ts holds those that the owner has specified. */
export const sessionCopy = {
  title: 'Admin Login',
  intro: (shop: string) => `Products, orders, reviews and payments of ${shop}.`,
  password: 'Password',
  show: 'Show password',
  hide: 'Hide password',
  capsLock: 'Caps Lock is on.',
  login: 'Login',
  loggingIn: 'Logging in...',
  failedTitle: 'Login Failed',
  failed: 'Invalid password',
  noAnswer: 'The shop did not answer. Check your connection and try again.',
  perhapsLoggedIn:
    'The shop did not log this browser out: whoever uses it may still get in. Log in and press Logout again.',
  againTitle: 'Log in again',
  again: 'Your session has ended. What you typed stays as it is: log in, and press again what you pressed.',
  loggedInMeanwhile: 'You have logged in meanwhile. Please try again.',
  viewStore: 'View Store',
  required: 'Authentication Required',
  goToLogin: 'Go to Login',
  retry: 'Retry',
} as const
