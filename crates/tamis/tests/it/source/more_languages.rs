//! One small file in each further language whose structure is read.

use expect_test::expect;

use super::check;

#[test]
fn c() {
    check(
        "a.c",
        r##"#include <stdio.h>
#include "foo/bar.h"
#define LIMIT 10
#define SQUARE(x) ((x) * (x))
#ifdef __linux__
typedef struct { int x; } point_t;
#endif
struct node { struct node *next; };
enum color { RED, GREEN = 2 };
typedef int (*handler_fn)(void *);
static const char *names[] = { "a" };
int counter = 0;
/* Declared. */
extern int declared(int a);

/* Finds it.
 * Slowly. */
static struct node *
find(struct node *head, int key)
{
    int local = 1, proto(int);
    return lookup(head->next, key);
}
char **split(const char *s) { return s ? 0 : 0; }
"##,
        expect![[r#"
            macro LIMIT 3-3
            macro SQUARE 4-4
            class point_t 6-6
            class node 8-8
            class color 9-9
              constant RED 9-9
              constant GREEN 9-9
            type handler_fn 10-10
            constant names 11-11
            constant counter 12-12
            function declared 13-14 @14
            function find 16-23 @19
            function split 24-24
            import stdio.h 1
            import foo/bar.h 2
            uses node@8 node@18 node@19 lookup@22
        "#]],
    );
}

#[test]
fn c_header() {
    check(
        "a.h",
        r##"#ifndef A_H
#define A_H
/// Doc.
class Widget : public Base {
public:
    explicit Widget(int x);
    virtual ~Widget();
    int size() const { return n; }
    Widget& operator=(const Widget&);
private:
    int n;
};
int free_fn(Widget *w);
#endif
"##,
        expect![[r#"
            class Widget 3-12 @4
              method Widget 6-6
              method ~Widget 7-7
              method size 8-8
              method operator= 9-9
            function free_fn 13-13
            uses Base@4 Widget@9 Widget@13
        "#]],
    );
}

#[test]
fn cpp() {
    check(
        "a.cpp",
        r##"#include <vector>
#include "a.h"
namespace app { namespace inner {
using Id = int;
/// Doc.
template <typename T, int N = 3>
class Buffer {
public:
    Buffer() = default;
    ~Buffer() {}
    T* data() { return ptr; }
    const T& at(int i) const;
    static int count;
};
template <typename T>
T max_of(T a, T b) { return a > b ? a : b; }
}}
Widget::Widget(int x) : n(x) {}
app::inner::Id app::Holder::get() const { return helper<int>(1); }
std::string &Widget::name() { std::string s(n); return s_; }
bool operator==(const A& a, const B& b) { return a.x() == b.y(); }
enum class Mode : int { Fast, Slow };
template <class T> concept Small = sizeof(T) < 8;
auto lambda = [](int x) { return x; };
"##,
        expect![[r#"
            module app 3-17
              module inner 3-17
                type Id 4-4
                class Buffer 5-14 @7
                  method Buffer 9-9
                  method ~Buffer 10-10
                  method data 11-11
                  method at 12-12
                function max_of 15-16 @16
            method Widget 18-18
            method get 19-19
            method name 20-20
            function operator== 21-21
            class Mode 22-22
              constant Fast 22-22
              constant Slow 22-22
            interface Small 23-23
            constant lambda 24-24
            import vector 1
            import a.h 2
            uses T@6 T@11 T@12 T@15 T@16 Id@19 helper@19 n@20 string@20 A@21 B@21 x@21 y@21 T@23
        "#]],
    );
}

#[test]
fn cpp_with_macros() {
    check(
        "a.cc",
        r##"BEGIN_SPACE
Widget::operator bool() const { return true; }
Widget::~Widget() {}
TEST_BEGIN(by_macro) { run(); }
API_TPL
class Tail
#if BASE
  : public Base
#endif
{};
class API_EXPORT Exported {
  int (*callback)(int);
};
"##,
        expect![[r#"
            method bool 2-2
            method ~Widget 3-3
            function TEST_BEGIN 4-4
            class Tail 6-10
            class Exported 11-13
            uses by_macro@4 run@4 Base@8
        "#]],
    );
}

#[test]
fn c_sharp() {
    check(
        "a.cs",
        r##"using System;
using IO = System.IO;
namespace App.Core;

/// <summary>Doc.</summary>
[Serializable]
public class Account<T> : Base, IStore where T : class
{
    private readonly Repo _repo = new Repo();
    public string Name { get; set; }
    public Account(Repo repo) => _repo = repo;
    public async Task<Item> LoadAsync(string id)
    {
        int Local(int x) => x;
        return await _repo.Find<Item>(id);
    }
    public event EventHandler Changed;
    public int this[int i] => i;
    public static bool operator ==(Account<T> a, Account<T> b) => true;
}
public record Point(int X, int Y);
public interface IStore { Item Get(string id); }
public enum Color { Red, Green }
public delegate void Handler(object sender);
namespace Nested { struct S { } }
"##,
        expect![[r#"
            module App.Core 3-3
            class Account 5-20 @7
              constant _repo 9-9
              constant Name 10-10
              method Account 11-11
              method LoadAsync 12-16
                function Local 14-14
              constant Changed 17-17
              method this 18-18
              method == 19-19
            class Point 21-21
            interface IStore 22-22
              method Get 22-22
            class Color 23-23
              constant Red 23-23
              constant Green 23-23
            type Handler 24-24
            module Nested 25-25
              class S 25-25
            import System 1
            import System.IO 2
            uses Serializable@6 Base@7 IStore@7 Repo@9 Repo@11 Item@12 Task@12 Find@15 Item@15 EventHandler@17 Account@19 T@19 Item@22
        "#]],
    );
}

#[test]
fn php() {
    check(
        "a.php",
        r##"<?php
namespace App\Models;

use App\Base;
use App\Util\{Str, Arr as A};
use function App\helper;
require_once 'config.php';

const LIMIT = 3;

/**
 * Doc.
 */
#[Entity]
class User extends Base implements Store
{
    use HasName;
    const MAX = 5;
    private ?string $name = null;
    public function __construct(private Repo $repo) {}
    public static function make(array $x): static { return new static(Str::of($x)); }
}
interface Store { public function load(int $id): ?User; }
trait HasName { function name() { return $this->repo->find(1); } }
enum Suit: string { case Hearts = 'H'; }
function helper() { return strlen('x'); }
$fn = function () {};
"##,
        expect![[r#"
            module App\Models 2-2
            constant LIMIT 9-9
            class User 11-22 @15
              constant MAX 18-18
              constant name 19-19
              method __construct 20-20
              method make 21-21
            interface Store 23-23
              method load 23-23
            class HasName 24-24
              method name 24-24
            class Suit 25-25
              constant Hearts 25-25
            function helper 26-26
            function fn 27-27
            import App\Base 4
            import App\Util\Str 5
            import App\Util\Arr 5
            import App\helper 6
            import config.php 7
            uses Entity@14 Base@15 Store@15 HasName@17 Repo@20 Str@21 of@21 static@21 User@23 find@24 strlen@26
        "#]],
    );
}

#[test]
fn ruby() {
    check(
        "a.rb",
        r##"require 'json'
require_relative 'lib/util'

module App
  LIMIT = 3
  # Doc.
  class User < Base::Record
    attr_accessor :name, :age
    has_many :posts
    include Helpers

    def self.build(x)
      new(x)
    end

    def name=(v)
      @name = v.strip
    end

    private def valid? = name.present?

    class << self
      def all; end
    end
  end

  def self.run; User.build(1); end
end

def top
end
"##,
        expect![[r#"
            module App 4-28
              constant LIMIT 5-5
              class User 6-25 @7
                method name 8-8
                method age 8-8
                method posts 9-9
                method build 12-14
                method name= 16-18
                method valid? 20-20
                method all 23-23
              method run 27-27
            function top 30-31
            import json 1
            import ./lib/util 2
            uses Base@7 Record@7 has_many@9 Helpers@10 new@13 strip@17 present?@20 User@27 build@27
        "#]],
    );
}

#[test]
fn kotlin() {
    check(
        "a.kt",
        r##"package a.b

import a.c.Util
import a.d.*
import x.y as Z

const val LIMIT = 3

/** Doc. */
@Service
class Account(private val repo: Repo) : Base(), Store {
    val total: Int get() = repo.sum()
    constructor() : this(Repo())
    override suspend fun load(id: String): Item {
        val local = 1
        return repo.find(id)
    }
    companion object {
        const val TAG = "x"
        fun of() = Account()
    }
    enum class Color { RED, GREEN }
}
interface Store {
    fun load(id: String): Item
}
object Single {
    fun go() {}
}
data class Point(val x: Int)
typealias Id = String
fun String.shout(): String = uppercase()
fun <T> free(x: T) = x"##,
        expect![[r#"
            constant LIMIT 7-7
            class Account 9-23 @11
              constant total 12-12
              method constructor 13-13
              method load 14-17
              class companion 18-21
                constant TAG 19-19
                method of 20-20
              class Color 22-22
                constant RED 22-22
                constant GREEN 22-22
            interface Store 24-26
              method load 25-25
            class Single 27-29
              method go 28-28
            class Point 30-30
            type Id 31-31
            function shout 32-32
            function free 33-33
            import a.c.Util 3
            import a.d (*) 4
            import x.y 5
            uses Service@10 Base@11 Repo@11 Store@11 Int@12 sum@12 Repo@13 Item@14 String@14 find@16 Account@20 Item@25 String@25 Int@30 String@31 String@32 uppercase@32 T@33
        "#]],
    );
}

#[test]
fn swift() {
    check(
        "a.swift",
        r##"import Foundation
@testable import App.Core

let limit = 3

/// Doc.
@objc public final class Account: Base, Store {
    private let repo: Repo
    var total: Int { repo.sum() }
    init(repo: Repo) { self.repo = repo }
    deinit {}
    func load(id: String) async throws -> Item {
        let local = 1
        return try await repo.find(id)
    }
    subscript(i: Int) -> Int { i }
    enum Color { case red, green(Int) }
}
struct Point { static let zero = Point() }
protocol Store { associatedtype Key; var size: Int { get }; func load(id: String) -> Item }
extension Account: Equatable {
    static func == (a: Account, b: Account) -> Bool { true }
    func shout() {}
}
actor Counter {}
typealias Id = String
func free<T>(_ x: T) -> T { x }
"##,
        expect![[r#"
            constant limit 4-4
            class Account 6-18 @7
              constant repo 8-8
              constant total 9-9
              method init 10-10
              method deinit 11-11
              method load 12-15
              method subscript 16-16
              class Color 17-17
                constant red 17-17
                constant green 17-17
            class Point 19-19
              constant zero 19-19
            interface Store 20-20
              type Key 20-20
              constant size 20-20
              method load 20-20
            module Account 21-24
              method == 22-22
              method shout 23-23
            class Counter 25-25
            type Id 26-26
            function free 27-27
            import Foundation 1
            import App.Core 2
            uses testable@2 Base@7 Store@7 objc@7 Repo@8 Int@9 sum@9 Repo@10 Item@12 String@12 find@14 Int@16 Int@17 Point@19 Int@20 Item@20 String@20 Equatable@21 Account@22 Bool@22 String@26 T@27
        "#]],
    );
}

#[test]
fn scala() {
    check(
        "a.scala",
        r##"package a.b

import a.c.{D, E => F}
import x.y._
import z.Q

/** Doc. */
case class Account[T](repo: Repo) extends Base with Store {
  val total: Int = repo.sum()
  def load(id: String): Item = {
    val local = 1
    repo.find[Item](id)
  }
}
object Account { def apply(): Account = new Account(null) }
trait Store { def load(id: String): Item; type Key }
enum Color { case Red, Green }
given ord: Ordering[Int] = ???
extension (s: String) def shout: String = s.toUpperCase
"##,
        expect![[r#"
            class Account 7-14 @8
              constant total 9-9
              method load 10-13
            class Account 15-15
              method apply 15-15
            interface Store 16-16
              method load 16-16
              type Key 16-16
            class Color 17-17
              constant Red 17-17
              constant Green 17-17
            constant ord 18-18
            function shout 19-19
            import a.c.D 3
            import a.c.E 3
            import x.y (*) 4
            import z.Q 5
            uses Base@8 Repo@8 Store@8 Int@9 sum@9 Item@10 String@10 Item@12 Account@15 Item@16 String@16 Int@18 Ordering@18 String@19
        "#]],
    );
}

#[test]
fn lua() {
    check(
        "a.lua",
        r##"local json = require("json")
local M = {}
-- Doc.
function M.open(path)
  return json.decode(path)
end
function M:close() self:flush() end
local function helper() end
M.run = function(x) helper() end
local later = function() end
local t = { go = function() end }
return M
"##,
        expect![[r#"
            constant M 2-2
            function open 3-6 @4
            method close 7-7
            function helper 8-8
            function run 9-9
            function later 10-10
            constant t 11-11
              function go 11-11
            import json 1
            uses require@1 decode@5 flush@7 helper@9
        "#]],
    );
}

#[test]
fn bash() {
    check(
        "a.sh",
        r##"#!/usr/bin/env bash
source ./lib.sh
. "$DIR/other.sh"
LIMIT=3
export PATH_X=1
# Doc.
build() {
  local x=1
  compile "$x"
}
function deploy {
  build
}
"##,
        expect![[r#"
            constant LIMIT 4-4
            constant PATH_X 5-5
            function build 6-10 @7
            function deploy 11-13
            import ./lib.sh 2
            import $DIR/other.sh 3
            uses compile@9 build@12
        "#]],
    );
}

#[test]
fn elixir() {
    check(
        "a.ex",
        r##"defmodule App.User do
  @moduledoc """
  Doc.
  """
  use GenServer
  alias App.{Repo, Store}
  import Ecto.Query, only: [from: 2]
  defstruct [:name]
  @type t :: %__MODULE__{}

  @doc "Opens."
  @spec open(String.t()) :: t
  def open(name) when is_binary(name) do
    Repo.get(name)
  end

  defp helper(x), do: x
  defmacro twice(x) do
    quote do: unquote(x)
  end
end

defimpl Store, for: App.User do
  def load(u), do: u
end
"##,
        expect![[r#"
            module App.User 1-21
              type t 9-9
              function open 11-15 @13
              function helper 17-17
              macro twice 18-20
            module Store 23-25
              function load 24-24
            import GenServer 5
            import App.Repo 6
            import App.Store 6
            import Ecto.Query 7
            uses GenServer@5 App@6 Repo@6 Store@6 Ecto.Query@7 String@12 open@12 t@12 is_binary@13 Repo@14 get@14 App.User@23
        "#]],
    );
}

#[test]
fn haskell() {
    check(
        "a.hs",
        r##"module App.User (open) where

import Data.Map (Map, insert)
import qualified Data.Text as T

-- | Doc.
data User = User { name :: String } | Guest
newtype Id = Id Int
type Name = String

class Store a where
  load :: a -> IO ()

instance Store User where
  load u = print u

-- | Opens.
open :: Int -> User
open 0 = Guest
open n = build (T.pack n)

limit = 3
"##,
        expect![[r#"
            class User 6-7 @7
              constant User 7-7
              constant Guest 7-7
            class Id 8-8
            type Name 9-9
            interface Store 11-12
              method load 12-12
            module Store 14-15
              method load 15-15
            function open 17-20 @19
            function limit 22-22
            import Data.Map (Map, insert) 3
            import Data.Text 4
            uses Map@3 String@7 Int@8 String@9 IO@12 User@14 print@15 Int@18 User@18 build@20 pack@20
        "#]],
    );
}

#[test]
fn dart() {
    check(
        "a.dart",
        r##"import 'package:a/b.dart';
export 'c.dart';

/// Doc.
@immutable
class Account extends Base implements Store {
  final Repo repo;
  static const int limit = 3;
  Account(this.repo);
  Account.named(this.repo);
  factory Account.of() => Account(null);
  int get total => repo.sum();
  @override
  Future<Item> load(String id) async {
    return repo.find(id);
  }
}
mixin Named { String get name; }
enum Color { red, green }
extension Shout on String { String shout() => toUpperCase(); }
typedef Fn = int Function(int);
const top = 1;
void main() { Account(repo).load('x'); }
"##,
        expect![[r#"
            class Account 4-17 @6
              constant repo 7-7
              constant limit 8-8
              method Account 9-9
              method named 10-10
              method of 11-11
              method total 12-12
              method load 13-16 @14
            class Named 18-18
              method name 18-18
            class Color 19-19
              constant red 19-19
              constant green 19-19
            module Shout 20-20
              method shout 20-20
            type Fn 21-21
            constant top 22-22
            function main 23-23
            import package:a/b.dart 1
            import c.dart 2
            uses Base@6 Store@6 Repo@7 int@8 Account@11 int@12 Future@14 Item@14 String@14 String@18 String@20 toUpperCase@20 int@21 Account@23
        "#]],
    );
}

#[test]
fn zig() {
    check(
        "a.zig",
        r##"const std = @import("std");
const limit = 3;
/// Doc.
pub const Point = struct {
    x: i32,
    const zero = 0;
    pub fn add(self: Point, other: Point) Point {
        return make(self.x + other.get());
    }
};
const Color = enum { red, green };
fn free() void {}
test "adds" { free(); }
"##,
        expect![[r#"
            constant limit 2-2
            class Point 3-10 @4
              constant zero 6-6
              method add 7-9
            class Color 11-11
            function free 12-12
            function adds 13-13
            import std 1
            uses Point@7 get@8 make@8 free@13
        "#]],
    );
}

#[test]
fn r() {
    check(
        "a.R",
        r##"library(dplyr)
source("util.R")
limit <- 3
#' Doc.
open_it <- function(path, n = 1) {
  inner <- function(x) x
  dplyr::filter(read(path))
}
close_it = function() NULL
setClass("Account", representation(x = "numeric"))
setMethod("show", "Account", function(object) cat("x"))
"##,
        expect![[r#"
            constant limit 3-3
            function open_it 4-8 @5
              function inner 6-6
            function close_it 9-9
            class Account 10-10
            function show 11-11
            import dplyr 1
            import util.R 2
            uses library@1 source@2 filter@7 read@7 representation@10 setClass@10 cat@11 setMethod@11
        "#]],
    );
}

#[test]
fn erlang() {
    check(
        "a.erl",
        r##"-module(app_user).
-behaviour(gen_server).
-include("app.hrl").
-import(lists, [map/2]).
-record(user, {name}).
-define(LIMIT, 3).
-type id() :: integer().

%% Doc.
-spec open(id()) -> ok.
open(0) -> ok;
open(N) -> helper(N), lists:reverse([]).

helper(X) -> #user{name = X}.
"##,
        expect![[r#"
            module app_user 1-1
            class user 5-5
            macro LIMIT 6-6
            type id 7-7
            function open 9-12 @11
            function helper 14-14
            import gen_server 2
            import app.hrl 3
            import lists (map) 4
            uses integer@7 id@10 helper@12 reverse@12 user@14
        "#]],
    );
}

#[test]
fn solidity() {
    check(
        "a.sol",
        r##"pragma solidity ^0.8.0;
import "./Base.sol";
import {Math, Other as O} from "./lib/Math.sol";

interface IStore { function load(uint id) external; }
/// Doc.
contract Token is Base, IStore {
    uint256 public total;
    struct Item { uint id; }
    enum Color { Red }
    event Moved(address to);
    error Bad();
    modifier onlyOwner() { _; }
    constructor() { total = 1; }
    function load(uint id) external override onlyOwner {
        emit Moved(msg.sender);
        Math.add(id, helper());
    }
}
library Lib { function f() internal {} }
"##,
        expect![[r#"
            interface IStore 5-5
              method load 5-5
            class Token 6-19 @7
              constant total 8-8
              class Item 9-9
              class Color 10-10
              type Moved 11-11
              type Bad 12-12
              method onlyOwner 13-13
              method constructor 14-14
              method load 15-18
            class Lib 20-20
              method f 20-20
            import ./Base.sol 2
            import ./lib/Math.sol (Math, Other) 3
            uses Base@7 IStore@7 Moved@16 add@17 helper@17
        "#]],
    );
}

#[test]
fn terraform() {
    check(
        "a.tf",
        r##"variable "region" {
  default = "eu"
}
locals {
  name = "x"
}
# Doc.
resource "aws_instance" "web" {
  ami = lookup(var.amis, var.region)
}
module "vpc" {
  source = "./modules/vpc"
}
"##,
        expect![[r#"
            section region 1-3
            section locals 4-6
              constant name 5-5
            section web 7-10 @8
            section vpc 11-13
            import ./modules/vpc 12
            uses lookup@9
        "#]],
    );
}

#[test]
fn protobuf() {
    check(
        "a.proto",
        r##"syntax = "proto3";
package a.b;
import "google/any.proto";

// Doc.
message User {
  string name = 1;
  Address address = 2;
  oneof kind { int32 x = 3; }
  enum Color { RED = 0; }
}
service Users { rpc Load (Request) returns (User); }
"##,
        expect![[r#"
            class User 5-11 @6
              type kind 9-9
              class Color 10-10
                constant RED 10-10
            interface Users 12-12
              method Load 12-12
            import google/any.proto 3
            uses Address@8 Request@12 User@12
        "#]],
    );
}

#[test]
fn css() {
    check(
        "a.css",
        r##"@import "base.css";
/* Doc. */
.card, #main > a:hover {
  color: red;
}
@media (max-width: 10px) {
  .card { color: blue; }
}
@keyframes spin { from { top: 0; } to { top: 1px; } }
"##,
        expect![[r#"
            section .card, #main > a:hover 2-5 @3
            section (max-width: 10px) 6-8
              section .card 7-7
            section spin 9-9
            import base.css 1
        "#]],
    );
}

#[test]
fn nix() {
    check(
        "a.nix",
        r##"{ pkgs, lib }:
let
  # Doc.
  build = x: pkgs.callPackage ./pkg.nix { };
  version = "1";
in {
  foo = import ./foo.nix;
  bar.baz = build 1;
}
"##,
        expect![[r#"
            function build 3-4 @4
            constant version 5-5
            import ./pkg.nix 4
            import ./foo.nix 7
            uses callPackage@4 import@7 build@8
        "#]],
    );
}
