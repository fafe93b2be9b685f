import { buttonClass } from '@marashi/ui/button'
import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { shellCopy } from '../../../copy/shell.ts'
import { Brand } from './brand.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import styles from './top-bar.module.css'

/** The bar above a page on a phone. */
export function TopBar({ onFind }: { onFind: () => void }) {
  return (
    <header className={styles.bar}>
      <Link to="/dashboard" className={styles.home} activeProps={{}}>
        <Brand />
      </Link>
      <div className={styles.tools}>
        <button
          type="button"
          aria-label={shellCopy.find}
          className={buttonClass({ variant: 'ghost', isIcon: true })}
          onClick={onFind}
        >
          <Search size={20} aria-hidden="true" />
        </button>
        <ThemeToggle />
      </div>
    </header>
  )
}
