import { buttonClass } from '@marashi/ui/button'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { Moon, Sun } from 'lucide-react'
import { siteCopy } from '../../copy/site.ts'
import styles from './theme-toggle.module.css'

/**
 * Switches between light and dark. The boot script handles it, so that it works from the first paint on. Styles choose
 * the icon and its name, because the server does not know the theme. See docs/behaviour.md#theme.
 */
export function ThemeToggle() {
  return (
    <button type="button" data-theme-toggle="" className={buttonClass({ variant: 'ghost', isIcon: true })}>
      <span className={styles.toDark}>
        <Moon size={22} aria-hidden="true" />
        <VisuallyHidden>{siteCopy.toDark}</VisuallyHidden>
      </span>
      <span className={styles.toLight}>
        <Sun size={22} aria-hidden="true" />
        <VisuallyHidden>{siteCopy.toLight}</VisuallyHidden>
      </span>
    </button>
  )
}
