import { createFileRoute } from '@tanstack/react-router'
import { noticesCopy } from '../../copy/notices.ts'
import { NoticesPage } from '../../features/notices/notices-page.tsx'

export const Route = createFileRoute('/_admin/notices')({
  staticData: { title: noticesCopy.title },
  component: NoticesPage,
})
