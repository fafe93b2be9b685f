import './fonts/fonts.css'
import '@marashi/ui/tokens.css'
import '@marashi/ui/base.css'
