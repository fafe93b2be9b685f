import { createFileRoute } from '@tanstack/react-router'
import { settingsCopy } from '../../copy/settings.ts'
import { SettingsPage } from '../../features/settings/settings-page.tsx'

export const Route = createFileRoute('/_admin/settings')({
  staticData: { title: settingsCopy.title },
  component: SettingsPage,
})
