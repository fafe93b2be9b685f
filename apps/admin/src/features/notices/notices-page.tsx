import { trpc } from '@marashi/api-client/trpc'
import { Panel } from '@marashi/ui/panel'
import { Skeleton } from '@marashi/ui/skeleton'
import { noticesCopy } from '../../copy/notices.ts'
import { PageData } from '../../lib/display/page-data.tsx'
import { PageHeading } from '../../lib/display/page-heading.tsx'
import { AuthRequired } from '../../lib/session/auth-required.tsx'
import { BrowserPanel } from './browser-panel.tsx'
import { NoticeChoices } from './notice-choices.tsx'
import styles from './notices-page.module.css'
import { OtherBrowsers } from './other-browsers.tsx'
import { QuietHours } from './quiet-hours.tsx'
import { useThisBrowser } from './use-this-browser.ts'

/** How the shop calls its owner: on which browsers, by e-mail, of what, and when not. */
export function NoticesPage() {
  const push = trpc.admin.push.status.useQuery()
  const settings = trpc.admin.settings.list.useQuery()
  const here = useThisBrowser(push.data)
  const retry = () => void Promise.all([push.refetch(), settings.refetch()])
  const others = push.data?.subscriptions.filter((each) => each !== here.own) ?? []
  return (
    <div className={styles.page}>
      <PageHeading title={noticesCopy.title} subtitle={noticesCopy.subtitle} />
      <PageData
        failure={
          (push.isError || settings.isError) && <AuthRequired explanation={noticesCopy.authHint} onRetry={retry} />
        }
      >
        {push.data && settings.data ? (
          <>
            <Panel>
              <BrowserPanel here={here} />
            </Panel>
            {others.length > 0 && (
              <Panel>
                <OtherBrowsers subscriptions={others} />
              </Panel>
            )}
            <Panel>
              <NoticeChoices notices={settings.data.notices} />
            </Panel>
            <Panel>
              <QuietHours setting={settings.data.notices.quietHours} />
            </Panel>
          </>
        ) : (
          <Skeleton className={styles.waiting ?? ''} />
        )}
      </PageData>
    </div>
  )
}
