import { liveLink } from '@marashi/api-client/live-link'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './styles.ts'
import { createAdminRouter } from './router.tsx'

createRoot(document.getElementById('app') as HTMLElement).render(
  <StrictMode>
    <RouterProvider router={createAdminRouter(liveLink())} />
  </StrictMode>,
)
