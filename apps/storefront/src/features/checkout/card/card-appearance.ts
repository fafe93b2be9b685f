import type { Appearance } from '@stripe/stripe-js'

/** The shop's colours for Stripe's form, whose frame cannot read them from the page. */
export function cardAppearance(): Appearance {
  const root = document.documentElement
  const token = (name: string) => getComputedStyle(root).getPropertyValue(name).trim()
  return {
    theme: root.dataset.theme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('--primary'),
      colorBackground: token('--surface'),
      colorText: token('--ink'),
      colorTextSecondary: token('--ink-muted'),
      colorDanger: token('--danger'),
      borderRadius: token('--radius-2'),
      fontSizeBase: '16px',
    },
  }
}
