//! A server of the files of one folder, for browsers on this machine.
//!
//! It answers `GET` and `HEAD` only for names of files in the folder itself, so that no path leads
//! elsewhere, and closes each connection after one answer. For more, use a real server.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// The greatest number of bytes of a request that are read.
const MOST_REQUEST_BYTES: u64 = 16 << 10;
const PATIENCE: Duration = Duration::from_secs(10);

/// A server of the files of one folder, at 127.0.0.1 only.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    folder: PathBuf,
}

impl Server {
    /// Prepares to serve a folder at a port. Port 0 means any free port.
    ///
    /// # Errors
    ///
    /// If the port is taken or may not be used.
    pub fn bind(folder: PathBuf, port: u16) -> io::Result<Self> {
        Ok(Self { listener: TcpListener::bind((Ipv4Addr::LOCALHOST, port))?, folder })
    }

    /// Returns the address that is served.
    ///
    /// # Errors
    ///
    /// If the system does not know it.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers requests until the program ends.
    pub fn run(self) {
        for stream in self.listener.incoming() {
            let folder = self.folder.clone();
            // A browser that disconnects does not affect the others.
            thread::spawn(move || stream.and_then(|stream| answer(&stream, &folder)));
        }
    }
}

/// Reads one request and answers it.
fn answer(mut stream: &TcpStream, folder: &Path) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(stream.take(MOST_REQUEST_BYTES)).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    // All lines are read, because closing a connection with unread bytes resets it and loses the
    // answer.
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let (status, kind, content) = response(&request, folder);
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        content.len()
    )?;
    if !request.starts_with("HEAD ") {
        stream.write_all(&content)?;
    }
    stream.flush()
}

/// Returns status, type and content for the first line of a request.
fn response(request: &str, folder: &Path) -> (&'static str, &'static str, Vec<u8>) {
    let refusal = |status: &'static str| (status, "text/plain; charset=utf-8", status.as_bytes().to_vec());
    let mut words = request.split(' ');
    let (Some(method), Some(target), Some("HTTP/1.1" | "HTTP/1.0"), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return refusal("400 Bad Request");
    };
    if !matches!(method, "GET" | "HEAD") {
        return refusal("405 Method Not Allowed");
    }
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let name = match path {
        "/" => "index.html",
        _ => path.strip_prefix('/').unwrap_or_default(),
    };
    match file_in(folder, name).map(fs::read) {
        Some(Ok(content)) => ("200 OK", kind(name), content),
        _ => refusal("404 Not Found"),
    }
}

/// Returns the file of this name among the entries of a folder.
fn file_in(folder: &Path, name: &str) -> Option<PathBuf> {
    let mut entries = fs::read_dir(folder).ok()?.filter_map(Result::ok);
    let entry = entries.find(|entry| entry.file_name() == name)?;
    entry.file_type().ok()?.is_file().then(|| entry.path())
}

/// Returns the type of a file by its extension.
fn kind(name: &str) -> &'static str {
    match Path::new(name).extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("public")).expect("a folder");
        for (name, text) in [("secret", "secret"), ("public/index.html", "page"), ("public/a.wasm", "\0asm")]
        {
            fs::write(folder.path().join(name), text).expect("a file");
        }
        folder
    }

    /// Returns everything that a server sends for a request.
    fn exchange(address: SocketAddr, request: &str) -> String {
        let mut stream = TcpStream::connect(address).expect("a connection");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    #[test]
    fn files_of_the_folder_are_served_and_nothing_else() {
        let folder = folder();
        let public = folder.path().join("public");
        let cases = [
            ("GET / HTTP/1.1", "200 OK"),
            ("GET /index.html?a=1#b HTTP/1.1", "200 OK"),
            ("GET /a.wasm HTTP/1.0", "200 OK"),
            ("GET /secret HTTP/1.1", "404 Not Found"),
            ("GET /../secret HTTP/1.1", "404 Not Found"),
            ("GET /%2e%2e/secret HTTP/1.1", "404 Not Found"),
            ("GET //etc/passwd HTTP/1.1", "404 Not Found"),
            ("GET /. HTTP/1.1", "404 Not Found"),
            ("GET index.html HTTP/1.1", "404 Not Found"),
            ("POST / HTTP/1.1", "405 Method Not Allowed"),
            ("GET /", "400 Bad Request"),
            ("", "400 Bad Request"),
        ];
        for (request, status) in cases {
            assert_eq!(response(request, &public).0, status, "{request}");
        }
        assert_eq!(response("GET /a.wasm HTTP/1.1", &public).1, "application/wasm");
    }

    #[test]
    fn answers_are_complete() {
        let folder = folder();
        let server = Server::bind(folder.path().join("public"), 0).expect("a port");
        let address = server.address().expect("an address");
        thread::spawn(move || server.run());
        let page = exchange(address, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assert!(page.starts_with("HTTP/1.1 200 OK\r\n") && page.ends_with("\r\n\r\npage"), "{page}");
        assert!(page.contains("\r\nContent-Length: 4\r\n"), "{page}");
        let head = exchange(address, "HEAD / HTTP/1.1\r\n\r\n");
        assert_eq!(Some(head.as_str()), page.strip_suffix("page"));
        let long = exchange(address, &format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(9000)));
        assert!(long.starts_with("HTTP/1.1 404"), "{long}");
    }
}
