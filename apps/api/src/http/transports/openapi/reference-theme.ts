interface Colours {
  bg: string
  surface: string
  sunken: string
  ink: string
  'ink-muted': string
  line: string
  'line-strong': string
  primary: string
  'primary-hover': string
  'on-primary': string
  'accent-text': string
  success: string
  danger: string
  info: string
  'green-text': string
  'orange-text': string
  'violet-text': string
}

/** The shop's own colours, which a test compares with the tokens that its pages use. */
export const light: Colours = {
  bg: '#f4f2f6',
  surface: '#fff',
  sunken: '#e9e4ee',
  ink: '#1c1424',
  'ink-muted': '#5a5064',
  line: '#d9d1e0',
  'line-strong': '#857a90',
  primary: '#4b1d52',
  'primary-hover': '#61296a',
  'on-primary': '#fff',
  'accent-text': '#855600',
  success: '#0b6653',
  danger: '#b3261e',
  info: '#1b5aa3',
  'green-text': '#0b5a49',
  'orange-text': '#8a4200',
  'violet-text': '#52308e',
}

export const dark: Colours = {
  bg: '#130e1a',
  surface: '#1d1626',
  sunken: '#0d0912',
  ink: '#f4eff8',
  'ink-muted': '#b9adc6',
  line: '#392e47',
  'line-strong': '#85769a',
  primary: '#f0b84a',
  'primary-hover': '#f7cb74',
  'on-primary': '#1c1424',
  'accent-text': '#f0b84a',
  success: '#62d6b5',
  danger: '#ff9a91',
  info: '#8fc1ff',
  'green-text': '#7fe3c6',
  'orange-text': '#ffc58a',
  'violet-text': '#cdb8ff',
}

/** Scalar's variables in the shop's colours. */
const variables = (colours: Colours) => `
  --scalar-color-1: ${colours.ink};
  --scalar-color-2: ${colours['ink-muted']};
  --scalar-color-3: ${colours['ink-muted']};
  --scalar-color-accent: ${colours.primary};
  --scalar-background-1: ${colours.surface};
  --scalar-background-2: ${colours.bg};
  --scalar-background-3: ${colours.sunken};
  --scalar-background-accent: ${colours.bg};
  --scalar-border-color: ${colours.line};
  --scalar-color-green: ${colours.success};
  --scalar-color-red: ${colours.danger};
  --scalar-color-blue: ${colours.info};
  --scalar-color-orange: ${colours['orange-text']};
  --scalar-color-yellow: ${colours['accent-text']};
  --scalar-color-purple: ${colours['violet-text']};
  --scalar-button-1: ${colours.primary};
  --scalar-button-1-hover: ${colours['primary-hover']};
  --scalar-button-1-color: ${colours['on-primary']};
  --scalar-link-color: ${colours.primary};
  --scalar-link-color-hover: ${colours['primary-hover']};
  --scalar-sidebar-background-1: ${colours.bg};
  --scalar-sidebar-color-1: ${colours.ink};
  --scalar-sidebar-color-2: ${colours['ink-muted']};
  --scalar-sidebar-border-color: ${colours.line};
  --scalar-sidebar-color-active: ${colours.primary};
  --scalar-sidebar-item-hover-color: ${colours.ink};
  --scalar-sidebar-item-hover-background: ${colours.sunken};
  --scalar-sidebar-item-active-background: ${colours.sunken};
  --scalar-sidebar-search-background: ${colours.surface};
  --scalar-sidebar-search-border-color: ${colours['line-strong']};
  --scalar-sidebar-search-color: ${colours['ink-muted']};
`

/** The style sheet of the API's reference page. */
export const referenceStyles = `
.light-mode {${variables(light)}}
.dark-mode {${variables(dark)}}
:root { --scalar-font: Figtree, system-ui, sans-serif; --scalar-radius: 8px; }
`
