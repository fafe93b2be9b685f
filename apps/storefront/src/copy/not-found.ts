/** The not-found page. See docs/behaviour.md#routes. */
export const notFoundCopy = {
  title: 'Page not found',
  explanation: 'This address leads nowhere. The page may have moved, or a letter went missing on the way.',
  goHome: 'Go Home',
  goBack: 'Go Back',
  contact: 'Contact us',
} as const
