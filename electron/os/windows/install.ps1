#Requires -RunAsAdministrator
<#
.SYNOPSIS
  Makes this machine a kiosk: Shell Launcher, Keyboard Filter, no edge swipes, no hibernation. Windows 11 IoT Enterprise (LTSC) only.
.DESCRIPTION
  What was there before is written to %ProgramData%\Carefront Kiosk\before.json, and uninstall.ps1 puts it back. Accessibility keys (sticky keys,
  high contrast, the magnifier's zoom by touch) are left alone on purpose: the kiosk has its own, and must not take away anybody's.
#>
Set-StrictMode -Version Latest
$ErrorActionPreference = 'Stop'

foreach ($feature in 'Client-EmbeddedShellLauncher', 'Client-KeyboardFilter') {
  $state = Get-WindowsOptionalFeature -Online -FeatureName $feature
  if ($null -eq $state) { throw "$feature is not in this edition of Windows: IoT Enterprise or Enterprise LTSC is needed." }
  if ($state.State -ne 'Enabled') { Enable-WindowsOptionalFeature -Online -FeatureName $feature -All -NoRestart | Out-Null }
}

$folder = Join-Path $env:ProgramData 'Carefront Kiosk'
New-Item -ItemType Directory -Force -Path $folder | Out-Null
$edgeUi = 'HKLM:\SOFTWARE\Policies\Microsoft\Windows\EdgeUI'
$power = 'HKLM:\SYSTEM\CurrentControlSet\Control\Power'
$before = Join-Path $folder 'before.json'
if (-not (Test-Path $before)) {
  $edge = if (Test-Path $edgeUi) { Get-ItemProperty $edgeUi } else { $null }
  @{
    allowEdgeSwipe   = if ($edge -and $edge.PSObject.Properties['AllowEdgeSwipe']) { $edge.AllowEdgeSwipe } else { $null }
    hibernateEnabled = (Get-ItemProperty $power).HibernateEnabled
  } | ConvertTo-Json | Set-Content -Encoding utf8 $before
}

New-Item -Force -Path $edgeUi | Out-Null
Set-ItemProperty -Path $edgeUi -Name AllowEdgeSwipe -Type DWord -Value 0
# A hibernation file is the machine's memory on its disk.
powercfg.exe /hibernate off

$namespace = 'root\standardcimv2\embedded'
$blocked = 'Alt+F4', 'Alt+Tab', 'Alt+Esc', 'Alt+Space', 'Ctrl+Esc', 'Ctrl+Shift+Esc', 'Ctrl+Alt+Del', 'Win+L', 'Windows', 'Application', 'BrowserBack', 'BrowserForward', 'BrowserRefresh', 'BrowserHome', 'BrowserSearch', 'LaunchMail', 'LaunchMediaSelect', 'LaunchApp1', 'LaunchApp2', 'PrintScreen'
foreach ($id in $blocked) {
  $key = Get-CimInstance -Namespace $namespace -ClassName WEKF_PredefinedKey -Filter "Id='$id'" -ErrorAction SilentlyContinue
  if ($null -ne $key) {
    $key.Enabled = $true
    Set-CimInstance -InputObject $key
  }
}
# An administrator at the machine keeps every key.
$setting = Get-CimInstance -Namespace $namespace -ClassName WEKF_Settings -Filter "Name='DisableKeyboardFilterForAdministrators'"
$setting.Value = 'true'
Set-CimInstance -InputObject $setting

$session = New-CimSession
$assignedAccess = Get-CimInstance -CimSession $session -Namespace 'root\cimv2\mdm\dmmap' -ClassName MDM_AssignedAccess
$assignedAccess.ShellLauncher = [System.Net.WebUtility]::HtmlEncode((Get-Content -Raw (Join-Path $PSScriptRoot 'shell-launcher.xml')))
Set-CimInstance -CimSession $session -InputObject $assignedAccess
Write-Output 'Done. Restart the machine to begin. The write filter (UWF) is switched on last, when everything has been seen to work: see README.md.'
