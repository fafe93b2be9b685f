import { OfflineBar } from '@marashi/ui/offline-bar'
import { loadToasts, Toaster } from '@marashi/ui/toast'
import { type ReactNode, useEffect, useState } from 'react'
import { shellCopy } from '../../copy/shell.ts'
import { LoginDialog } from '../../lib/session/login-dialog.tsx'
import styles from './admin-shell.module.css'
import { BottomBar } from './navigation/bottom-bar.tsx'
import { SideBar } from './navigation/side-bar.tsx'
import { SkipLink } from './navigation/skip-link.tsx'
import { TopBar } from './navigation/top-bar.tsx'
import { CommandPalette } from './shortcuts/command-palette.tsx'
import { ShortcutHelp } from './shortcuts/shortcut-help.tsx'
import { useShortcuts } from './shortcuts/use-shortcuts.ts'

/**
 * The frame of every page behind the login: a side bar on wide screens, a top and a bottom bar on a phone. The header
 * and footer of the storefront are not part of it.
 */
export function AdminShell({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<'help' | 'palette'>()
  const close = () => setOpened(undefined)
  const openHelp = () => setOpened('help')
  const openPalette = () => setOpened('palette')
  useShortcuts({ onHelp: openHelp, onPalette: openPalette })
  // The first message may be that there is no connection, or come after a release that no longer has this page's code.
  useEffect(() => {
    void loadToasts()
  }, [])

  return (
    <div className={styles.shell}>
      <SkipLink />
      <SideBar onFind={openPalette} onHelp={openHelp} />
      <TopBar onFind={openPalette} />
      <div>
        <OfflineBar>{shellCopy.offline}</OfflineBar>
        <main id="main" tabIndex={-1} className={styles.main}>
          {children}
        </main>
        <Toaster />
      </div>
      <BottomBar onHelp={openHelp} />
      <ShortcutHelp isOpen={opened === 'help'} onClose={close} />
      <LoginDialog />
      <CommandPalette isOpen={opened === 'palette'} onClose={close} />
    </div>
  )
}
