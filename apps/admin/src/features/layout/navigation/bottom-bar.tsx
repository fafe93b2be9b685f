import { Link, useMatchRoute } from '@tanstack/react-router'
import { ExternalLink, Keyboard, LogOut, Menu, MonitorX } from 'lucide-react'
import { useRef } from 'react'
import { shellCopy } from '../../../copy/shell.ts'
import { useEndOtherSessions } from '../../../lib/session/use-end-other-sessions.ts'
import { useLogout } from '../../../lib/session/use-logout.ts'
import styles from './bottom-bar.module.css'
import { HealthMark } from './health-mark.tsx'
import { OrdersMark } from './orders-mark.tsx'
import { pages } from './pages.ts'

const menuId = 'more-pages'
const inReach = pages.slice(0, 4)
const further = pages.slice(4)

/**
 * The pages within reach of a thumb. The others are in a native popover: the browser closes it on Escape, on a tap
 * outside and on Android's Back button. A choice in it closes it too.
 */
export function BottomBar({ onHelp }: { onHelp: () => void }) {
  const menu = useRef<HTMLDivElement>(null)
  const { logOut, isLoggingOut } = useLogout()
  const { endOtherSessions, isEnding } = useEndOtherSessions()
  const isAt = useMatchRoute()
  const closeMenu = () => menu.current?.hidePopover?.()
  return (
    <nav aria-label={shellCopy.navigation} className={styles.bar}>
      <ul className={styles.links}>
        {inReach.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className={styles.link} activeOptions={{ includeSearch: false }}>
              <Icon size={22} aria-hidden="true" />
              {label}
            </Link>
            {to === '/orders' && <OrdersMark />}
          </li>
        ))}
        <li>
          <button
            type="button"
            popoverTarget={menuId}
            data-status={further.some(({ to }) => isAt({ to })) ? 'active' : undefined}
            className={styles.link}
          >
            <Menu size={22} aria-hidden="true" />
            {shellCopy.more}
            <HealthMark isDot />
          </button>
        </li>
      </ul>
      <div id={menuId} popover="auto" ref={menu} className={styles.menu}>
        <ul>
          {further.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link to={to} className={styles.row} onClick={closeMenu}>
                <Icon size={20} aria-hidden="true" />
                {label}
                {to === '/health' && <HealthMark />}
              </Link>
            </li>
          ))}
          <li>
            <a href="/" className={styles.row}>
              <ExternalLink size={20} aria-hidden="true" />
              {shellCopy.viewStore}
            </a>
          </li>
          <li>
            <button
              type="button"
              className={styles.row}
              onClick={() => {
                closeMenu()
                onHelp()
              }}
            >
              <Keyboard size={20} aria-hidden="true" />
              {shellCopy.shortcuts}
            </button>
          </li>
          <li>
            <button
              type="button"
              className={styles.row}
              aria-disabled={isEnding}
              onClick={() => {
                closeMenu()
                endOtherSessions()
              }}
            >
              <MonitorX size={20} aria-hidden="true" />
              {shellCopy.endOthers}
            </button>
          </li>
          <li>
            <button type="button" className={styles.row} aria-disabled={isLoggingOut} onClick={logOut}>
              <LogOut size={20} aria-hidden="true" />
              {isLoggingOut ? shellCopy.loggingOut : shellCopy.logout}
            </button>
          </li>
        </ul>
      </div>
    </nav>
  )
}
