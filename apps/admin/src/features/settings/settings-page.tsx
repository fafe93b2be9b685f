import { trpc } from '@marashi/api-client/trpc'
import { Panel } from '@marashi/ui/panel'
import { Skeleton } from '@marashi/ui/skeleton'
import type { ReactNode } from 'react'
import { settingsCopy } from '../../copy/settings.ts'
import { PageHeading } from '../../lib/display/page-heading.tsx'
import { AuthRequired } from '../../lib/session/auth-required.tsx'
import { FeaturedSetting } from './featured-setting.tsx'
import { HoursSetting } from './hours-setting.tsx'
import { PlacesSetting } from './places-setting.tsx'
import styles from './settings-page.module.css'
import { SwitchSetting } from './switch-setting.tsx'
import { TextSetting } from './text-setting.tsx'
import { WaysSetting } from './ways-setting.tsx'

/** Everything that the owner sets. Each field saves itself when it is left. */
export function SettingsPage() {
  const { data, error, refetch } = trpc.admin.settings.list.useQuery()
  return (
    <div className={styles.page}>
      <PageHeading title={settingsCopy.title} subtitle={settingsCopy.lead} />
      {data ? (
        <Sections />
      ) : error ? (
        <AuthRequired explanation={settingsCopy.authHint} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className={styles.waiting ?? ''} />
      )}
    </div>
  )
}

function Sections() {
  return (
    <>
      <Section id="shop" title={settingsCopy.sections.shop}>
        <TextSetting name="shop.name" />
        <TextSetting name="shop.phone" inputMode="tel" />
        <TextSetting name="shop.secondPhone" inputMode="tel" />
        <TextSetting name="shop.whatsapp" inputMode="tel" />
        <TextSetting name="shop.email" inputMode="email" />
      </Section>
      <Section id="delivery" title={settingsCopy.sections.delivery}>
        <PlacesSetting />
        <TextSetting name="delivery.freeOver" inputMode="numeric" isAmount />
      </Section>
      <Section title={settingsCopy.sections.payments}>
        <WaysSetting />
        <TextSetting name="payments.payeeName" />
        <TextSetting name="payments.numberWords" />
        <TextSetting name="payments.accountHint" />
      </Section>
      <Section title={settingsCopy.sections.stock}>
        <TextSetting name="stock.holdHours" inputMode="numeric" isAmount />
        <TextSetting name="stock.deliveryHoldDays" inputMode="numeric" isAmount />
        <TextSetting name="stock.lowAt" inputMode="numeric" isAmount />
      </Section>
      <Section title={settingsCopy.sections.hours}>
        <HoursSetting day="weekdays" />
        <HoursSetting day="saturday" />
        <HoursSetting day="sunday" />
      </Section>
      <Section title={settingsCopy.sections.announcement}>
        <TextSetting name="announcement.text" />
      </Section>
      <Section title={settingsCopy.sections.home}>
        <TextSetting name="home.title" />
        <TextSetting name="home.text" />
        <TextSetting name="home.button" />
        <FeaturedSetting />
      </Section>
      <Section title={settingsCopy.sections.reviews}>
        <SwitchSetting name="reviews.isModerated" />
        <SwitchSetting name="reviews.isForBuyers" />
      </Section>
      <Section title={settingsCopy.sections.receipt}>
        <TextSetting name="receipt.footer" isLong />
      </Section>
      <Section title={settingsCopy.sections.social}>
        <TextSetting name="shop.instagram" inputMode="url" />
        <TextSetting name="shop.facebook" inputMode="url" />
        <TextSetting name="shop.tiktok" inputMode="url" />
        <TextSetting name="shop.x" inputMode="url" />
      </Section>
      <Section title={settingsCopy.sections.policies}>
        <TextSetting name="policies.delivery" isLong />
        <TextSetting name="policies.returns" isLong />
        <TextSetting name="policies.privacy" isLong />
      </Section>
    </>
  )
}

/** `id`: where a link leads to. */
function Section({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <Panel id={id} role="group" aria-label={title} className={styles.section}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </Panel>
  )
}
