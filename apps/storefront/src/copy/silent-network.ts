/** What is said of a page that was asked for and that no answer comes for. */
export const silentNetworkCopy = {
  title: 'The network does not answer.',
  text: 'What you opened is shown as soon as it does.',
  retry: 'Try again',
  retryAlt: 'Follow the link again to ask once more',
} as const
