//! What the file system beneath a ledger can do.
//!
//! A write-ahead log needs memory that all processes share, which file systems over a network, or through a process in
//! user space, do not give. There SQLite's log loses pages without a word, so that they get a rollback journal. What is
//! not known to be local counts as not local: slower is better than torn.

use std::path::Path;

/// Whether the processes that open a file beneath `path` share its memory maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Medium {
    /// One machine, one page cache.
    Local,
    /// Something between the processes and the medium, by the name that people give it.
    Remote(&'static str),
}

impl Medium {
    /// Asks the system about an existing path.
    ///
    /// # Errors
    /// Where the system does not answer.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    pub(crate) fn of(path: &Path) -> std::io::Result<Self> {
        let answer = rustix::fs::statfs(path)?;
        // Magic numbers are 32 bits, in a field that is signed on some machines and wider on others.
        Ok(by_magic(answer.f_type as u32))
    }

    /// Asks the system about an existing path.
    ///
    /// # Errors
    /// Where the system does not answer.
    #[cfg(target_vendor = "apple")]
    pub(crate) fn of(path: &Path) -> std::io::Result<Self> {
        let answer = rustix::fs::statfs(path)?;
        let name: Vec<u8> =
            answer.f_fstypename.iter().map(|&unit| unit as u8).take_while(|&byte| byte != 0).collect();
        Ok(match name.as_slice() {
            b"apfs" | b"hfs" | b"exfat" | b"msdos" | b"tmpfs" => Self::Local,
            b"nfs" => Self::Remote("NFS"),
            b"smbfs" => Self::Remote("SMB"),
            b"webdav" => Self::Remote("WebDAV"),
            _ => Self::Remote("a file system of unknown kind"),
        })
    }

    /// Knows what a path says of itself: a share has a host in front. A share under a letter is not recognised.
    ///
    /// # Errors
    /// Where the system does not answer.
    #[cfg(windows)]
    pub(crate) fn of(path: &Path) -> std::io::Result<Self> {
        use std::path::{Component, Prefix};
        let whole = std::fs::canonicalize(path)?;
        Ok(match whole.components().next() {
            Some(Component::Prefix(prefix)) => match prefix.kind() {
                Prefix::UNC(..) | Prefix::VerbatimUNC(..) => Self::Remote("SMB"),
                _ => Self::Local,
            },
            _ => Self::Local,
        })
    }

    /// Elsewhere nothing is known.
    ///
    /// # Errors
    /// Never.
    #[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple", windows)))]
    pub(crate) fn of(_: &Path) -> std::io::Result<Self> {
        Ok(Self::Remote("a file system of unknown kind"))
    }
}

/// The table of `statfs(2)`, with what has been added to the kernel since.
#[cfg_attr(
    not(any(target_os = "linux", target_os = "android")),
    expect(dead_code, reason = "Linux's numbers")
)]
fn by_magic(magic: u32) -> Medium {
    match magic {
        // ext2 to ext4, XFS, Btrfs, F2FS, tmpfs, ramfs, overlay, ZFS, Bcachefs, JFS, ReiserFS, NILFS, eCryptfs, UBIFS,
        // EROFS, SquashFS, ISO 9660, UDF, FAT, exFAT, NTFS3.
        0xEF53 | 0x5846_5342 | 0x9123_683E | 0xF2F5_2010 | 0x0102_1994 | 0x8584_58F6 | 0x794C_7630
        | 0x2FC1_2FC1 | 0xCA45_1A4E | 0x3153_464A | 0x5265_4973 | 0x3434 | 0xF15F | 0x2405_1905
        | 0xE0F5_E1E2 | 0x7371_7368 | 0x9660 | 0x1501_3346 | 0x4D44 | 0x2011_BAB0 | 0x7366_746E => {
            Medium::Local
        }
        0x6969 => Medium::Remote("NFS"),
        0x517B | 0xFF53_4D42 | 0xFE53_4D42 => Medium::Remote("SMB"),
        // virtiofs calls itself FUSE.
        0x6573_5546 | 0x6573_5543 => Medium::Remote("FUSE"),
        0x0102_1997 => Medium::Remote("9p"),
        0x5346_414F | 0x6B41_4653 => Medium::Remote("AFS"),
        0x00C3_6400 => Medium::Remote("Ceph"),
        0x0BD0_0BD0 => Medium::Remote("Lustre"),
        0x786F_4256 => Medium::Remote("VirtualBox folders"),
        0xBACB_ACBC => Medium::Remote("VMware folders"),
        0x0116_1970 => Medium::Remote("GFS2"),
        0x7461_636F => Medium::Remote("OCFS2"),
        _ => Medium::Remote("a file system of unknown kind"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn network_user_space_and_unknown_file_systems_are_not_local() {
        for magic in
            [0x6969, 0xFF53_4D42, 0xFE53_4D42, 0x517B, 0x6573_5546, 0x0102_1997, 0x786F_4256, 0x1234_5678]
        {
            assert!(matches!(by_magic(magic), Medium::Remote(_)), "{magic:x}");
        }
        for magic in [0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0x794C_7630] {
            assert_eq!(by_magic(magic), Medium::Local, "{magic:x}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_folder_of_the_kernel_itself_is_of_unknown_kind_and_an_absent_one_an_error() {
        assert_eq!(Medium::of(Path::new("/proc")).unwrap(), Medium::Remote("a file system of unknown kind"));
        assert!(Medium::of(Path::new("/no/such/folder")).is_err());
    }
}
