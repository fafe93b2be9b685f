import { createFileRoute } from '@tanstack/react-router'
import { apiKeysCopy } from '../../copy/api-keys.ts'
import { ApiKeysPage } from '../../features/api-keys/api-keys-page.tsx'

export const Route = createFileRoute('/_admin/api-keys')({
  staticData: { title: apiKeysCopy.title },
  component: ApiKeysPage,
})
