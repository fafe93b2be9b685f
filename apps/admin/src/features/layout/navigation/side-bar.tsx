import { Link } from '@tanstack/react-router'
import { ExternalLink, Keyboard, LogOut, MonitorX, Search } from 'lucide-react'
import { shellCopy } from '../../../copy/shell.ts'
import { useEndOtherSessions } from '../../../lib/session/use-end-other-sessions.ts'
import { useLogout } from '../../../lib/session/use-logout.ts'
import { Brand } from './brand.tsx'
import { HealthMark } from './health-mark.tsx'
import { OrdersMark } from './orders-mark.tsx'
import { pages } from './pages.ts'
import styles from './side-bar.module.css'
import { ThemeToggle } from './theme-toggle.tsx'

/** The pages as a column at the left edge of wide screens, with the storefront, the shortcuts and the logout below. */
export function SideBar({ onFind, onHelp }: { onFind: () => void; onHelp: () => void }) {
  const { logOut, isLoggingOut } = useLogout()
  const { endOtherSessions, isEnding } = useEndOtherSessions()
  return (
    <header className={styles.side}>
      <div className={styles.top}>
        <Link to="/dashboard" className={styles.home} activeProps={{}}>
          <Brand />
        </Link>
        <ThemeToggle />
      </div>
      <button type="button" className={styles.find} onClick={onFind}>
        <Search size={18} aria-hidden="true" />
        {shellCopy.find}
        <kbd className={styles.key}>{shellCopy.findKey}</kbd>
      </button>
      <nav aria-label={shellCopy.navigation}>
        <ul className={styles.links}>
          {pages.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link to={to} className={styles.link} activeOptions={{ includeSearch: false }}>
                <Icon size={20} aria-hidden="true" />
                {label}
                {to === '/health' && <HealthMark />}
              </Link>
              {to === '/orders' && <OrdersMark />}
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.foot}>
        <a href="/" className={styles.link}>
          <ExternalLink size={20} aria-hidden="true" />
          {shellCopy.viewStore}
        </a>
        <button type="button" className={styles.link} onClick={onHelp}>
          <Keyboard size={20} aria-hidden="true" />
          {shellCopy.shortcuts}
        </button>
        <button type="button" className={styles.link} aria-disabled={isEnding} onClick={endOtherSessions}>
          <MonitorX size={20} aria-hidden="true" />
          {shellCopy.endOthers}
        </button>
        <button type="button" className={styles.link} aria-disabled={isLoggingOut} onClick={logOut}>
          <LogOut size={20} aria-hidden="true" />
          {isLoggingOut ? shellCopy.loggingOut : shellCopy.logout}
        </button>
      </div>
    </header>
  )
}
